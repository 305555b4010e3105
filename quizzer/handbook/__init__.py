"""The reference as learners read it: a page a component, each with a tiny worked run."""
