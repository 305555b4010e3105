"""Banks: the schema of items, loading them from YAML, and what is wrong with them.

Words used here, from the file to what is loaded:

source     the lines of a file, its tree of nodes, and the place of every field (`source`, `nodes`)
contents   what one file contains by itself, and what is wrong with it (`contents`)
known      the contents of files by their digests, kept from run to run (`known_files`, `digests`)
reading    the contents of several files put together, and every problem (`reading`)
library    all topics, and all items without errors (`library`)
packed     an item as it is stored, and its head: what lists say about it (`packing`)
compiled   a library in a file, which is valid until a bank changes (`loading`)

What is wrong with a bank is found step by step: in its bytes (`files`, `text`), its YAML
(`syntax`), its form (`conform` compares it with `schema`, in the words of `forms`), each item
(`rules`, `graphs`, its `blanks`, and what a verdict can name: `mistakes`, and for code `slips`),
and its references (`links`). `quizzer.diagnostics` reports it all. `check` does this for banks that
someone is writing, and `coverage` checks the check-list.
"""
