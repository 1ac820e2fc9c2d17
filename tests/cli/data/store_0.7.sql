-- A store of mirador 0.7.0, as SQLite dumps it.
PRAGMA application_id = 1298756193;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE event (
  experiment INTEGER NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,  -- 1, 2, 3, ... within the experiment
  kind INTEGER NOT NULL,    -- 1 asked, 2 told, 3 observed, 4 abandoned
  ticket INTEGER NOT NULL,
  arm INTEGER,              -- from 0; of kinds 1 and 3
  value ANY,                -- a real number; of kinds 2 and 3 (type REAL would drop the sign of -0)
  time INTEGER NOT NULL,    -- milliseconds since 1970, UTC
  request TEXT, note TEXT,
  PRIMARY KEY (experiment, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES(1,1,1,1,0,NULL,1772647825398,'5c1897d0c3a3ad072faa36b6a7da9905',NULL);
INSERT INTO "event" VALUES(1,2,1,2,1,NULL,1772647825398,NULL,NULL);
INSERT INTO "event" VALUES(1,3,1,3,0,NULL,1772647825398,NULL,NULL);
INSERT INTO "event" VALUES(1,4,1,4,1,NULL,1772647825398,NULL,NULL);
INSERT INTO "event" VALUES(1,5,2,1,NULL,1.5,1772647825412,'b37e8b324c0ed814b49fae576fb28a43',NULL);
INSERT INTO "event" VALUES(1,6,2,2,NULL,2.5,1772647825412,NULL,NULL);
INSERT INTO "event" VALUES(1,7,2,3,NULL,1.25,1772647825425,'f17d54ad60a2b8ec06576e0e58217988',NULL);
INSERT INTO "event" VALUES(1,8,3,5,1,3.0,1772647825439,'f611a30d932be8fe93e0c6dde649951c',NULL);
INSERT INTO "event" VALUES(1,9,4,4,NULL,NULL,1772647825463,'74c7403c5ea1488ace18585c2f8a28f5',NULL);
CREATE TABLE experiment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  spec TEXT NOT NULL,
  created INTEGER NOT NULL  -- milliseconds since 1970, UTC
) STRICT;
INSERT INTO "experiment" VALUES(1,'dose','{"mirador_spec":1,"arms":["low","high"],"family":{"name":"normal"},"question":{"name":"best-arm","direction":"highest","margin":0.5},"rule":"lma","stopping":"mixture","delta":0.05,"seed":1}',1772647825385);
CREATE UNIQUE INDEX result ON event (experiment, ticket) WHERE kind IN (2, 3);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('experiment',1);
COMMIT;
