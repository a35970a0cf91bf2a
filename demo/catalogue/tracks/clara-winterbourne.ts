// Clara Winterbourne: piano for recitals.

import type { DemoUpload } from './demo-track.ts'
import { amazingGrace } from '../songs/american.ts'
import { dannyBoy } from '../songs/british-and-irish.ts'
import { apresUnReve, aveMaria, staendchen } from '../songs/stage-and-recital.ts'

export const claraWinterbourneTracks: readonly DemoUpload[] = [
  {
    slug: 'danny-boy-eb',
    title: 'Danny Boy',
    originalArtist: 'Elsie Griffin',
    description:
      'The Londonderry Air on broad piano chords in E flat, with room for the high note and no embarrassment if you leave it out. I breathe where a singer breathes. Demo audio, synthesised.',
    instructions:
      'The climb on "\'tis I\'ll be here" grows from the bar before it. Start it softer than you think.',
    pricePence: 450,
    format: 'Backing Track',
    instrumentation: 'Piano',
    genre: 'Folk',
    vocalRange: 'Mezzo-Soprano',
    keySignature: 'Eb',
    isHigher: false,
    isLower: false,
    ageDays: 21,
    music: { chart: dannyBoy, key: 'Eb', bpm: 72, style: 'ballad', verses: 1, seed: 301 },
  },
  {
    slug: 'ave-maria-schubert-bb',
    title: 'Ave Maria (Ellens dritter Gesang)',
    originalArtist: 'Johann Michael Vogl',
    description:
      'The whole song at its true length, all three verses, with the broken chords kept as even as I know how. For weddings, funerals, and Tuesday practice. Demo audio, synthesised.',
    instructions: 'Count the four bars of introduction; the first "Ave" has a whole bar to itself.',
    pricePence: 850,
    format: 'Backing Track',
    instrumentation: 'Piano',
    genre: 'Classical',
    vocalRange: 'Soprano',
    keySignature: 'Bb',
    isHigher: false,
    isLower: false,
    ageDays: 402,
    music: { chart: aveMaria, key: 'Bb', bpm: 63, style: 'arpeggio', verses: 3, seed: 302 },
  },
  {
    slug: 'staendchen-dm',
    title: 'Ständchen (Leise flehen meine Lieder)',
    originalArtist: 'Johann Michael Vogl',
    description:
      'Night, a garden, a guitar that is really a piano. In the D minor of the printed edition, with the sudden warmth in the third line left as a surprise. Demo audio, synthesised.',
    pricePence: 520,
    format: 'Backing Track',
    instrumentation: 'Piano',
    genre: 'Classical',
    vocalRange: 'Tenor',
    keySignature: 'Dm',
    isHigher: false,
    isLower: false,
    ageDays: 176,
    music: { chart: staendchen, key: 'Dm', bpm: 76, style: 'arpeggio', verses: 2, seed: 303 },
  },
  {
    slug: 'apres-un-reve-cm',
    title: 'Après un rêve',
    originalArtist: 'Henriette Fuchs',
    description:
      'Repeated soft chords, seven harmonies deep, for a line that should sound like one single breath. Practise it with me before you meet your pianist. Demo audio, synthesised.',
    instructions: 'Do not slow down at the end of phrases: I do not either, until the last one.',
    pricePence: 600,
    format: 'Acoustic Instrumental Version',
    instrumentation: 'Piano',
    genre: 'Classical',
    vocalRange: 'Mezzo-Soprano',
    keySignature: 'Cm',
    isHigher: false,
    isLower: false,
    ageDays: 5,
    music: { chart: apresUnReve, key: 'Cm', bpm: 72, style: 'ballad', verses: 2, seed: 304 },
  },
  {
    slug: 'amazing-grace-ab',
    title: 'Amazing Grace',
    originalArtist: 'Traditional',
    description:
      'A hymn-book accompaniment lifted into A flat for high voices, moving forward, never maudlin. Demo audio, synthesised.',
    pricePence: 375,
    format: 'Backing Track',
    instrumentation: 'Piano',
    genre: 'Other',
    vocalRange: 'Soprano',
    keySignature: 'Ab',
    isHigher: true,
    isLower: false,
    ageDays: 288,
    music: { chart: amazingGrace, key: 'Ab', bpm: 92, style: 'ballad', verses: 2, seed: 305 },
  },
]
