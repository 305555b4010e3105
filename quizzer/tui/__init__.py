"""The terminal app: screens and widgets over the study sessions."""
