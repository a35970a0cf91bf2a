// The eight artists of the demo catalogue.

import type { DemoArtist } from './tracks/demo-track.ts'

export const demoArtists: readonly DemoArtist[] = [
  {
    username: 'hazel-marsh',
    displayName: 'Hazel Marsh',
    email: 'artist@example.com',
    instrument: 'Acoustic guitar, fingerpicked',
    about:
      'I learned these songs from my grandmother, who sang them over the washing-up. I pick them slowly on a small-bodied steel-string guitar and leave the tune to you.',
    commissionPricePence: 4500,
    deliveryDays: 7,
    offers: [
      {
        title: 'Same song in another key',
        description:
          'One of my recordings, played again in your key. Tell me where your voice is happiest.',
        pricePence: 1500,
        promiseDays: 3,
        fits: 'another_key',
      },
      {
        title: 'Slower, with longer breaths',
        description: 'The same key and the same picking, at the pace of an evening.',
        pricePence: 1200,
        promiseDays: 3,
        fits: 'any',
      },
      {
        title: 'A second guitar',
        description: 'I double one of my recordings with a melody line above your voice.',
        pricePence: 2800,
        promiseDays: 10,
        fits: 'any',
      },
    ],
    examples: [
      {
        slug: 'the-parting-glass-am',
        description: 'Picked quietly, with a breath at the end of every second line.',
      },
      { slug: 'scarborough-fair-em', description: 'A waltz on steel strings.' },
    ],
  },
  {
    username: 'tom-fairweather',
    displayName: 'Tom Fairweather',
    email: 'tom.fairweather@example.com',
    instrument: 'Acoustic guitar, strummed',
    about:
      'Twenty years of Thursday sing-arounds in the back room of a pub. Steady time, big open chords, and always a full line to breathe before the verse.',
    commissionPricePence: 3500,
    deliveryDays: 5,
    offers: [
      {
        title: 'My track, your key',
        description: 'Any of mine, with the capo moved or the shapes changed.',
        pricePence: 1000,
        promiseDays: 2,
        fits: 'another_key',
      },
      {
        title: 'One verse and a chorus',
        description: 'Short, for an audition or a video.',
        pricePence: 1800,
        promiseDays: 3,
        fits: 'any',
      },
    ],
    examples: [
      { slug: 'house-of-the-rising-sun-am', description: 'Big open chords, steady time.' },
      { slug: 'auld-lang-syne-f', description: 'For a whole room to sing.' },
    ],
  },
  {
    username: 'clara-winterbourne',
    displayName: 'Clara Winterbourne',
    email: 'clara.winterbourne@example.com',
    instrument: 'Piano',
    about:
      'Accompanist for recitals, auditions and nervous first lessons. I play art songs and hymns in the keys my students actually need, not only in the printed ones.',
    commissionPricePence: 6000,
    deliveryDays: 14,
    offers: [
      {
        title: 'Transposed for your voice',
        description: 'A piece that I have recorded, in the key that your teacher has asked for.',
        pricePence: 2500,
        promiseDays: 7,
        fits: 'another_key',
      },
      {
        title: 'Practice tempo',
        description: 'The same accompaniment at two slower tempi, to learn it with.',
        pricePence: 3200,
        promiseDays: 7,
        fits: 'any',
      },
    ],
    examples: [
      { slug: 'danny-boy-eb', description: 'A ballad for a warm, low piano.' },
      { slug: 'ave-maria-schubert-bb', description: 'Even arpeggios, played softly.' },
    ],
  },
  {
    username: 'mateo-linares',
    displayName: 'Mateo Linares',
    email: 'mateo.linares@example.com',
    instrument: 'Nylon-string guitar',
    about:
      'Classical guitar, warm room, no hurry. I arrange old European songs so that the guitar answers the voice instead of doubling it.',
    commissionPricePence: 5000,
    deliveryDays: 14,
    examples: [{ slug: 'greensleeves-fm', description: 'Nylon strings, fingerpicked.' }],
  },
  {
    username: 'ewan-macrae',
    displayName: 'Ewan MacRae',
    email: 'ewan.macrae@example.com',
    instrument: 'Acoustic guitar and bass',
    about:
      'Songs of the Highlands and Islands for anyone who wants to sing them. If your voice sits low, you are in the right place: I do too.',
    commissionPricePence: 4000,
    deliveryDays: 10,
    examples: [{ slug: 'skye-boat-song-c', description: 'A rocking six-eight for low voices.' }],
  },
  {
    username: 'oakroom-sessions',
    displayName: 'Oakroom Sessions',
    email: 'oakroom@example.com',
    instrument: 'Full band',
    about:
      'Five friends in one wood-panelled room: two guitars, piano, bass and a cajon. Full arrangements of songs that have outlived everybody who wrote them.',
    commissionPricePence: 12000,
    deliveryDays: 28,
    examples: [{ slug: 'amazing-grace-g', description: 'All five of us in one room.' }],
  },
  {
    username: 'bess-and-hollis',
    displayName: 'Bess & Hollis',
    email: 'bess.hollis@example.com',
    instrument: 'Guitar and upright bass',
    about:
      'A country duo: boom-chick guitar, upright bass, and a gap in the middle exactly the size of a singer. Harmonies welcome.',
    examples: [{ slug: 'red-river-valley-g', description: 'Boom-chick guitar and upright bass.' }],
  },
  {
    username: 'della-quarterman',
    displayName: 'Della Quarterman',
    email: 'della.quarterman@example.com',
    instrument: 'Piano, stride and show tunes',
    about:
      'Rehearsal pianist by day, parlour songs and early jazz by night. I give you two clear bars to come in on and I never rush the rubato.',
    commissionPricePence: 5500,
    examples: [{ slug: 'careless-love-eb', description: 'Early jazz, swung.' }],
  },
]
