-- A log as version 1 of its layout wrote it: one session with two answers, the second undone, and
-- a draft. Kept as it is for ever: every later version must open it and find the same in it.
PRAGMA application_id = 1903520120;
PRAGMA user_version = 1;
CREATE TABLE events (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE, device TEXT NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL,
  session TEXT, item TEXT, data TEXT NOT NULL
);
CREATE INDEX events_by_session ON events (session, id);
CREATE INDEX events_by_item ON events (item, id);
CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no event is ever changed'); END;
CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no event is ever deleted'); END;
CREATE TRIGGER events_are_never_replaced BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: this event is already there'); END;
CREATE TABLE drafts (
  session TEXT NOT NULL, item TEXT NOT NULL, variant INTEGER NOT NULL, data TEXT NOT NULL,
  PRIMARY KEY (session, item, variant)
);
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO facts VALUES ('device', '0123456789abcdef');
INSERT INTO events (id, device, at, event, session, item, data) VALUES
('019cae0400000000000000000000000a', '0123456789abcdef', 1772452800000, 'session-started', NULL, NULL,
 '{"event":"session-started","id":"019cae0400000000000000000000000a","device":"0123456789abcdef","at":1772452800000,"offset":60,"mode":"practice","topic":"attention","plan":[{"item":"why-scale","variant":0},{"item":"sdpa-by-hand","variant":3}]}'),
('019cae0400000000000000000000000b', '0123456789abcdef', 1772452860000, 'attempted', '019cae0400000000000000000000000a', 'why-scale',
 '{"event":"attempted","id":"019cae0400000000000000000000000b","device":"0123456789abcdef","at":1772452860000,"offset":60,"session":"019cae0400000000000000000000000a","item":"why-scale","item_version":1,"topic":"attention","kind":"choice","variant":{"item":"why-scale","version":1,"number":0,"seed":"ab","drawn":{"order":[1,0]}},"answer":{"choice":"B"},"status":"right","score":"1","parts":{"choice":"right"},"hints":1,"seconds":12.5,"app_version":"0.1.0"}'),
('019cae0400000000000000000000000c', '0123456789abcdef', 1772452920000, 'attempted', '019cae0400000000000000000000000a', 'sdpa-by-hand',
 '{"event":"attempted","id":"019cae0400000000000000000000000c","device":"0123456789abcdef","at":1772452920000,"offset":60,"session":"019cae0400000000000000000000000a","item":"sdpa-by-hand","item_version":2,"topic":"attention","kind":"compute","variant":{"item":"sdpa-by-hand","version":2,"number":3,"seed":"cd","drawn":{"Q":[[1.5,-0.5]]}},"answer":{"scores":"1 2"},"status":"partly","score":"1/3","parts":{"scores":"wrong"},"mistakes":["no-scale"],"seconds":40.0,"app_version":"0.1.0"}'),
('019cae0400000000000000000000000d', '0123456789abcdef', 1772452980000, 'undone', NULL, NULL,
 '{"event":"undone","id":"019cae0400000000000000000000000d","device":"0123456789abcdef","at":1772452980000,"offset":60,"target":"019cae0400000000000000000000000c"}');
INSERT INTO drafts VALUES ('019cae0400000000000000000000000a', 'sdpa-by-hand', 3,
 '{"answer":{"scores":"1 2"},"hints":0,"solution_seen":false,"seconds":40.0}');
