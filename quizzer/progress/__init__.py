"""Progress: the append-only log of what was answered, and all that is derived from it.

Words used here, from what is stored to what is derived:
event      what happened, once and for all (`events`)
log        all events, in SQLite; the rest of quizzer knows it as a `Store` (`log`, `store`)
outline    events without given values and answers, as most readers want them (`outline`)
attempt    an answer that counts, with its study day (`attempt`)
chronicle  a part of the log as it reads once what was undone is left out (`chronicle`)
replay     the schedule of one item, worked out from its attempts (`schedule`, by `forgetting`)
record     all that choosing needs to know of one item, in short (`record`)
derived    the records and what else is asked for all the time, kept from run to run (`derived`)
history    the door to all of this: appends events, keeps what is derived current (`history`)

The file of the log: `connecting`, `migrations`, its `rows`, `failures` in words, `drafts` beside
events. Care for it: `backups`, `copies` to take along, the `doctor` and what it can `salvage`.
`places` says where files are, `days` which study day it is. Numbers over all of it are in
`statistics`.
"""
