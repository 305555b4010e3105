"""Progress: the append-only log of what was answered, and all that is derived from it.

Words used here, from what is stored to what is derived:
event      what happened, once and for all (`events`)
log        all events, in SQLite; the rest of quizzer knows it as a `Store` (`log`, `store`)
outline    events without given values and answers, which most readers do not need (`outline`)
attempt    an answer that counts, with its study day (`attempt`)
chronicle  a part of the log, without what was undone (`chronicle`)
replay     the schedule of one item, worked out from its attempts (`schedule`, by `forgetting`)
record     all that is needed to choose an item, in short (`record`)
derived    the records and whatever else is often needed, kept from run to run (`derived`)
history    the entry point: appends events, and keeps what is derived current (`history`)

The file of the log: `connecting` opens it, `migrations` are its layouts, `rows` its entries, and
`drafts` are stored beside the events; `failures` puts into words what went wrong. Looking after it:
`backups`, `copies` for other machines, the `doctor`, and what it can `salvage`. `places` says where
files are, and `days` which study day it is. Numbers about all of this are in `statistics`.
"""
