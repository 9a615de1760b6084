-- The tasting room's own little database: blind jars, judges, points.
CREATE TABLE jar (
  id INTEGER PRIMARY KEY,
  label TEXT NOT NULL UNIQUE,
  honey TEXT NOT NULL,
  harvest_year INTEGER NOT NULL
);

CREATE TABLE judge (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  country TEXT
);

CREATE TABLE score (
  jar_id INTEGER NOT NULL REFERENCES jar (id),
  judge_id INTEGER NOT NULL REFERENCES judge (id),
  round INTEGER NOT NULL,
  points INTEGER,
  tasted_at TEXT NOT NULL,
  remark TEXT,
  PRIMARY KEY (jar_id, judge_id, round)
);
