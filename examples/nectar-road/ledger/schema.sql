-- The co-operative's ledger: where its colonies stand, what they gave, who bought it, who was paid.
CREATE TABLE region (
  id INTEGER PRIMARY KEY,
  name VARCHAR NOT NULL,
  country_code VARCHAR NOT NULL
);

CREATE TABLE apiary (
  id INTEGER PRIMARY KEY,
  name VARCHAR NOT NULL,
  region_id INTEGER NOT NULL REFERENCES region (id),
  altitude_m INTEGER,
  opened_on DATE NOT NULL,
  closed_on DATE
);

CREATE TABLE keeper (
  id INTEGER PRIMARY KEY,
  name VARCHAR NOT NULL,
  home_region_id INTEGER NOT NULL REFERENCES region (id),
  joined_on DATE NOT NULL,
  mentor_id INTEGER,
  phone VARCHAR
);

CREATE TABLE payroll (
  keeper_id INTEGER NOT NULL REFERENCES keeper (id),
  pay_month DATE NOT NULL,
  gross DECIMAL(10, 2) NOT NULL,
  bonus DECIMAL(10, 2),
  PRIMARY KEY (keeper_id, pay_month)
);

CREATE TABLE honey (
  id INTEGER PRIMARY KEY,
  name VARCHAR NOT NULL,
  blossom VARCHAR NOT NULL,
  certified BOOLEAN NOT NULL,
  list_price DECIMAL(8, 2)
);

CREATE TABLE colony (
  id INTEGER PRIMARY KEY,
  code VARCHAR NOT NULL UNIQUE,
  queen_line VARCHAR,
  keeper_id INTEGER REFERENCES keeper (id),
  apiary_id INTEGER REFERENCES apiary (id),
  hived_on DATE NOT NULL,
  lost_on DATE,
  frames INTEGER NOT NULL
);

CREATE TABLE relocation (
  id INTEGER PRIMARY KEY,
  colony_id INTEGER NOT NULL REFERENCES colony (id),
  from_apiary_id INTEGER NOT NULL REFERENCES apiary (id),
  to_apiary_id INTEGER NOT NULL REFERENCES apiary (id),
  departed_at TIMESTAMP NOT NULL,
  arrived_at TIMESTAMP,
  km INTEGER NOT NULL
);

CREATE TABLE inspection (
  id INTEGER PRIMARY KEY,
  colony_id INTEGER NOT NULL REFERENCES colony (id),
  keeper_id INTEGER REFERENCES keeper (id),
  inspected_at TIMESTAMP NOT NULL,
  mites INTEGER,
  temper VARCHAR NOT NULL CHECK (temper IN ('calm', 'lively', 'furious'))
);

CREATE TABLE harvest (
  id INTEGER PRIMARY KEY,
  colony_id INTEGER NOT NULL REFERENCES colony (id),
  apiary_id INTEGER NOT NULL REFERENCES apiary (id),
  honey_id INTEGER NOT NULL REFERENCES honey (id),
  taken_on DATE NOT NULL,
  kg DECIMAL(7, 3) NOT NULL,
  moisture_pct DECIMAL(4, 1)
);

CREATE TABLE partner (
  id INTEGER PRIMARY KEY,
  name VARCHAR NOT NULL,
  city VARCHAR,
  kind VARCHAR NOT NULL CHECK (kind IN ('shop', 'orchard', 'hotel')),
  since DATE NOT NULL
);

CREATE TABLE contract (
  id INTEGER PRIMARY KEY,
  partner_id INTEGER NOT NULL REFERENCES partner (id),
  apiary_id INTEGER NOT NULL REFERENCES apiary (id),
  crop VARCHAR NOT NULL,
  starts_on DATE NOT NULL,
  ends_on DATE NOT NULL,
  fee DECIMAL(10, 2) NOT NULL,
  signed_at TIMESTAMP
);

CREATE TABLE sale (
  id INTEGER PRIMARY KEY,
  partner_id INTEGER NOT NULL REFERENCES partner (id),
  sold_at TIMESTAMP NOT NULL,
  paid_on DATE
);

CREATE TABLE sale_line (
  sale_id INTEGER NOT NULL REFERENCES sale (id),
  line_no INTEGER NOT NULL,
  honey_id INTEGER NOT NULL REFERENCES honey (id),
  jars INTEGER NOT NULL,
  unit_price DECIMAL(8, 2) NOT NULL,
  PRIMARY KEY (sale_id, line_no)
);
