/**
 * The names of the co-operative. Some are written the way real registers write them: a combining accent instead of a
 * composed letter, a space after the last word, a no-break space, an emoji.
 */
export const regions = [
  ['Val di Noto', 'IT'],
  ['Serra da Estrela', 'PT'],
  ['Plateau de Valensole', 'FR'],
  ['Mátra', 'HU'],
  ['Spreewald', 'DE'],
  ['Lüneburger Heide', 'DE'],
  ['Żuławy', 'PL'],
  ['Αρκαδία', 'GR'],
  ['Jylland', 'DK'],
] as const;

/** Name, region, altitude, opened, closed. */
export const apiaries = [
  ['Mandorleto Vecchio', 1, 190, '2016-02-01', null],
  ['Contrada Zagara', 1, 240, '2018-02-15', null],
  ['Curral do Vento', 2, 1120, '2017-05-20', null],
  ['Penhas Douradas', 2, null, '2020-05-01', null],
  ["Clos de l'Abeille", 3, 590, '2015-06-10', null],
  ['La Bastide Bleue', 3, 615, '2019-06-01', null],
  ['Puimoisson Haut', 3, null, '2021-06-15', '2024-12-31'],
  ['Akácos Tanya', 4, 310, '2016-05-02', null],
  ['Kékes Alja', 4, 540, '2018-05-05', null],
  ['Lindenhof', 5, 52, '2015-07-01', null],
  ['Kahnfährhafen', 5, 49, '2019-07-01', null],
  ['Wilseder Berg', 6, 169, '2015-08-01', null],
  ['Totengrund', 6, 140, '2017-08-01', null],
  ['Birkenbank', 6, null, '2023-08-10', null],
  ['Złota Lipa', 7, 2, '2018-06-20', null],
  ['Μαίναλο', 8, 980, '2020-09-01', null],
  ['Στεμνίτσα', 8, 1050, '2022-09-01', '2025-03-31'],
  ['Winterquartier Süd 🐝', 1, 75, '2015-10-01', null],
] as const;

/** Name, home region, joined, mentor, phone. */
export const keepers = [
  ['Zoë Brandt', 6, '2015-03-01', null, '+49 5198 110'],
  ["Chiara D'Angelo", 1, '2015-09-15', null, '+39 0931 220'],
  ['Jose\u0301 A\u0301lvares', 2, '2016-04-01', 2, null],
  ['Łucja Wiśniewska', 7, '2017-01-10', 1, '+48 55 330'],
  ['Ágnes Szűcs', 4, '2017-05-01', 1, '+36 36 440'],
  ['Ναυσικά Δούκα', 8, '2019-02-01', 2, null],
  ['Søren Øster', 9, '2019-08-01', 1, '+45 97 550'],
  ['佐藤 みつこ', 3, '2020-03-16', 5, '+33 492 660'],
  ['Мирослава Коваль', 7, '2021-01-04', 4, null],
  ['Nguyễn Thị Ong', 5, '2022-06-01', 8, '+49 3542 770'],
  ['عمر النحّال', 1, '2023-03-01', 2, '+39 0931 880'],
  ['Märta 🐝 Lind', 9, '2024-02-01', 7, null],
  ['Théo Ruche', 3, '2024-02-01', 8, '+33 492 990'],
  ['Zoe Brandt', 5, '2025-01-15', 1, '+49 3542 111'],
] as const;

/** Name, blossom, certified, list price in cents. */
export const honeys = [
  ['Mandorlo Bianco', 'almond', true, 1490],
  ['Zagara', 'orange', true, 1290],
  ['Akácméz', 'acacia', false, 1150],
  ['Lavande Fine', 'lavender', true, 1890],
  ['Lindenblüte', 'linden', false, 990],
  ['Heidehonig', 'heather', true, 1650],
  ['Πεύκο', 'pine', false, 1350],
  ['Urze Brava', 'heather', false, 1420],
  ['Lipowy', 'linden', true, 1090],
  ['Crème de Châtaigne', 'chestnut', false, null],
  ['Comb & Cup 🍯', 'mixed', false, 2200],
  ['Winter Ivy', 'ivy', false, null],
] as const;

/** Name, city, kind, since. */
export const partners = [
  ['Cafe\u0301 Ruche', 'Lyon', 'shop', '2016-04-01'],
  ['Bäckerei Müßig', 'Cottbus', 'shop', '2017-09-12'],
  ['Hotel Κυψέλη', 'Αθήνα', 'hotel', '2020-10-01'],
  ['蜜屋 Mitsuya', 'Lyon', 'shop', '2021-03-03'],
  ['Pa\u0302tisserie Noe\u0308l', 'Lyon', 'shop', '2018-12-01'],
  ['Quinta do Mel ', 'Porto', 'shop', '2017-05-30'],
  ['Doçaria São Bento', 'Porto', 'shop', '2019-01-20'],
  ["Frutteto dell'Etna", null, 'orchard', '2015-11-11'],
  ['Mandorle & Figli', 'Noto', 'orchard', '2016-01-08'],
  ['Verger des Trois Buis', 'Valensole', 'orchard', '2018-02-02'],
  ['Żółty Ul', 'Gdańsk', 'shop', '2018-06-24'],
  ['Imkerladen №7', 'Hamburg', 'shop', '2015-08-15'],
  ['Heidekrug', 'Bispingen', 'hotel', '2016-08-01'],
  ['Honing\u00a0Huis', 'Utrecht', 'shop', '2022-05-05'],
  ['🍯 & Co', 'København', 'shop', '2023-03-20'],
  ['Pomar da Serra', null, 'orchard', '2019-03-01'],
  ['Almáskert Kft.', 'Eger', 'orchard', '2019-04-04'],
  ['Grand Hotel Matra', 'Gyöngyös', 'hotel', '2021-07-07'],
  ['Hofladen Spree', 'Lübbenau', 'shop', '2020-02-29'],
  ['Sad Wiśniowy', 'Nowy Dwór', 'orchard', '2020-03-15'],
  ['The Crumpet Room', 'Leith', 'shop', '2024-11-01'],
  ['Albergo Zagara', 'Siracusa', 'hotel', '2022-09-09'],
  ['Περιβόλι Τριών', 'Τρίπολη', 'orchard', '2021-09-01'],
  ['Maison Propolis', null, 'shop', '2025-02-14'],
] as const;
