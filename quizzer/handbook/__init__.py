"""The reference as learners read it: one page per component, each with a tiny worked run.

`families` lists the components. `pages` makes a page for each, from its docstring, its code and its
known mistakes. `running` runs it on its example from `examples`, and `entries` puts the values into
words. `layout` puts all of this in reading order. `using` says which components an item uses,
`kept` keeps the list of all components in a file, and `short_names` has the names that people look
for.
"""
