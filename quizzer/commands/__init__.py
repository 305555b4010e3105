"""The commands of the command line, one module each; none of them needs the terminal app."""
