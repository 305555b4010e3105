"""What breaks when something is done wrongly: a module for each fault."""
