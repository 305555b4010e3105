"""What the app shows to be read, as documents: verdicts, solutions, pages, plots, matrices."""
