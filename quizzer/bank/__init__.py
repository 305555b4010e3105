"""Banks: the schema of items, loading them from YAML, and what is wrong with them.

Words used here, from the file to what is loaded:

source     the lines of a file, its tree of nodes, and the place of every field (`source`, `nodes`)
contents   what stands in one file by itself, and what is wrong with it (`contents`)
known      the contents of files by their digests, from run to run (`known_files`, `digests`)
reading    what the contents of several files come to together, and every problem (`reading`)
library    all topics and items that are sound (`library`)
packed     an item as it is stored, beside its head: what lists tell of it (`packing`)
compiled   a library as a file holds it while no bank changes (`loading`)

What is wrong with a bank, step by step: its bytes (`files`, `text`), its YAML (`syntax`), its form
(`conform` against `schema`, in the words of `forms`), each item (`rules`, `graphs`, its `blanks`,
and what a verdict can name: `mistakes`, and of code `slips`), its references (`links`), all told
by `quizzer.diagnostics`.
`check` does this for banks that someone is writing, and `coverage` for the check-list.
"""
