"""The forward pass step by step: what is computed, why, and what breaks when it is done wrongly."""
