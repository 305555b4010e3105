"""From what people type to what they mean: arrays, shapes, counts, letters and words."""
