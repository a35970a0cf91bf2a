// The eight artists of the demo catalogue.

import type { DemoArtist } from './demo-track.ts'

export const demoArtists: readonly DemoArtist[] = [
  {
    username: 'hazel-marsh',
    displayName: 'Hazel Marsh',
    email: 'artist@example.com',
    instrument: 'Acoustic guitar, fingerpicked',
    about:
      'I learned these songs from my grandmother, who sang them over the washing-up. I pick them slowly on a small-bodied steel-string guitar and leave the tune to you.',
  },
  {
    username: 'tom-fairweather',
    displayName: 'Tom Fairweather',
    email: 'tom.fairweather@example.com',
    instrument: 'Acoustic guitar, strummed',
    about:
      'Twenty years of Thursday sing-arounds in the back room of a pub. Steady time, big open chords, and always a full line to breathe before the verse.',
  },
  {
    username: 'clara-winterbourne',
    displayName: 'Clara Winterbourne',
    email: 'clara.winterbourne@example.com',
    instrument: 'Piano',
    about:
      'Accompanist for recitals, auditions and nervous first lessons. I play art songs and hymns in the keys my students actually need, not only in the printed ones.',
  },
  {
    username: 'mateo-linares',
    displayName: 'Mateo Linares',
    email: 'mateo.linares@example.com',
    instrument: 'Nylon-string guitar',
    about:
      'Classical guitar, warm room, no hurry. I arrange old European songs so that the guitar answers the voice instead of doubling it.',
  },
  {
    username: 'ewan-macrae',
    displayName: 'Ewan MacRae',
    email: 'ewan.macrae@example.com',
    instrument: 'Acoustic guitar and bass',
    about:
      'Songs of the Highlands and Islands for anyone who wants to sing them. If your voice sits low, you are in the right place: I do too.',
  },
  {
    username: 'oakroom-sessions',
    displayName: 'Oakroom Sessions',
    email: 'oakroom@example.com',
    instrument: 'Full band',
    about:
      'Five friends in one wood-panelled room: two guitars, piano, bass and a cajon. Full arrangements of songs that have outlived everybody who wrote them.',
  },
  {
    username: 'bess-and-hollis',
    displayName: 'Bess & Hollis',
    email: 'bess.hollis@example.com',
    instrument: 'Guitar and upright bass',
    about:
      'A country duo: boom-chick guitar, upright bass, and a gap in the middle exactly the size of a singer. Harmonies welcome.',
  },
  {
    username: 'della-quarterman',
    displayName: 'Della Quarterman',
    email: 'della.quarterman@example.com',
    instrument: 'Piano, stride and show tunes',
    about:
      'Rehearsal pianist by day, parlour songs and early jazz by night. I give you two clear bars to come in on and I never rush the rubato.',
  },
]
