// How often each demo track was bought, downloaded and played, and its star ratings.

export type ReceptionRow = {
  purchases: number
  downloads: number
  plays: number
  /** One character per listener, in the order of `demoListeners`: 1–5, or a dot for no rating. */
  stars: string
}

/** By slug; the counts are for the last few weeks. */
export const receptionRows: Readonly<Record<string, ReceptionRow>> = {
  'the-parting-glass-am': {
    purchases: 61,
    downloads: 88,
    plays: 729,
    stars: '555554445.555455535.4445',
  },
  'danny-boy-eb': { purchases: 63, downloads: 69, plays: 453, stars: '555544555555.5544554545.' },
  'house-of-the-rising-sun-am': {
    purchases: 55,
    downloads: 59,
    plays: 479,
    stars: '44555554444..4435.345334',
  },
  'amazing-grace-g': {
    purchases: 51,
    downloads: 65,
    plays: 575,
    stars: '5.355554554...34.5445555',
  },
  'greensleeves-fm': {
    purchases: 39,
    downloads: 57,
    plays: 323,
    stars: '54.555544.55.554.5..5..5',
  },
  'skye-boat-song-c': {
    purchases: 40,
    downloads: 46,
    plays: 353,
    stars: '554.45535.54..4.55..54..',
  },
  'red-river-valley-g': {
    purchases: 37,
    downloads: 53,
    plays: 378,
    stars: '4355...554.455.445454..4',
  },
  'careless-love-eb': {
    purchases: 33,
    downloads: 49,
    plays: 382,
    stars: '...54555.4.4..445445...4',
  },
  'scarborough-fair-em': {
    purchases: 48,
    downloads: 64,
    plays: 567,
    stars: '.4554455.55.43.45.435535',
  },
  'auld-lang-syne-f': {
    purchases: 26,
    downloads: 31,
    plays: 360,
    stars: '..4..344434.4.....4..3..',
  },
  'black-is-the-color-bm': {
    purchases: 22,
    downloads: 32,
    plays: 280,
    stars: '.4...4......4..3.4..4.33',
  },
  'poor-wandring-one-ab': {
    purchases: 14,
    downloads: 20,
    plays: 127,
    stars: '..4....55.5..4.4..4.5...',
  },
  'scarborough-fair-gm': {
    purchases: 10,
    downloads: 13,
    plays: 135,
    stars: '....5..5.4.....55....4.4',
  },
  'loch-lomond-d': { purchases: 14, downloads: 17, plays: 179, stars: '55......4....3.....4....' },
  'apres-un-reve-cm': { purchases: 3, downloads: 3, plays: 81, stars: '........................' },
  'drunken-sailor-jam-dm': {
    purchases: 11,
    downloads: 15,
    plays: 125,
    stars: '....5....5355......4..4.',
  },
  'let-me-call-you-sweetheart-gb': {
    purchases: 16,
    downloads: 16,
    plays: 140,
    stars: '....4..5.43....5......44',
  },
  'amazing-grace-ab': {
    purchases: 12,
    downloads: 13,
    plays: 116,
    stars: '......5....34.....4..334',
  },
  'shenandoah-b': { purchases: 2, downloads: 3, plays: 60, stars: '..4.....3.5.............' },
  'when-the-saints-jam-bb': {
    purchases: 7,
    downloads: 8,
    plays: 127,
    stars: '....5.....454........5..',
  },
  'the-parting-glass-csharpm': {
    purchases: 16,
    downloads: 22,
    plays: 150,
    stars: '5..54........5......5.4.',
  },
  'daisy-bell-fsharp': { purchases: 0, downloads: 0, plays: 58, stars: '........................' },
  'habanera-dm': { purchases: 4, downloads: 5, plays: 74, stars: '...4.54...54............' },
  'star-of-the-county-down-fsharpm': {
    purchases: 17,
    downloads: 25,
    plays: 195,
    stars: '.45...44..5.5..5.5...4..',
  },
  'down-by-the-salley-gardens-g': {
    purchases: 9,
    downloads: 10,
    plays: 141,
    stars: '.4..5...........55......',
  },
  'danny-boy-c': { purchases: 12, downloads: 12, plays: 173, stars: '5.....5..5...4..545....4' },
  'home-on-the-range-e': {
    purchases: 6,
    downloads: 6,
    plays: 106,
    stars: '4...........4.5.....4.4.',
  },
  'staendchen-dm': { purchases: 12, downloads: 17, plays: 138, stars: '...4..4.444.4.........55' },
  'the-water-is-wide-e': {
    purchases: 5,
    downloads: 6,
    plays: 108,
    stars: '.............5..5.......',
  },
  'loch-lomond-a': { purchases: 11, downloads: 13, plays: 158, stars: '.......5..5........5..5.' },
  'swing-low-sweet-chariot-f': {
    purchases: 12,
    downloads: 14,
    plays: 123,
    stars: '.......4.4.5....43.....4',
  },
  'ae-fond-kiss-bb': {
    purchases: 11,
    downloads: 15,
    plays: 163,
    stars: '..45....5..4..5.....5...',
  },
  'modern-major-general-db': {
    purchases: 17,
    downloads: 17,
    plays: 205,
    stars: '..4..5.....5..4..544.4..',
  },
  'plaisir-damour-d': {
    purchases: 13,
    downloads: 16,
    plays: 134,
    stars: '........................',
  },
  'oh-my-darling-clementine-f': {
    purchases: 8,
    downloads: 9,
    plays: 118,
    stars: '........................',
  },
  'ave-maria-schubert-bb': {
    purchases: 51,
    downloads: 74,
    plays: 671,
    stars: '.5.55455.45555545.455554',
  },
  'shenandoah-d': { purchases: 17, downloads: 17, plays: 173, stars: '....4......55.5.5.5.....' },
  'wayfaring-stranger-bbm': {
    purchases: 19,
    downloads: 22,
    plays: 202,
    stars: '.5.45555.........4..454.',
  },
  'hard-times-come-again-no-more-c': {
    purchases: 5,
    downloads: 7,
    plays: 78,
    stars: '....4..55............4..',
  },
  'barbara-allen-d': { purchases: 8, downloads: 12, plays: 108, stars: '......44.4..............' },
  'will-the-circle-be-unbroken-a': {
    purchases: 4,
    downloads: 6,
    plays: 97,
    stars: '.43..5.........4.5......',
  },
}
