// What the demo's artists have recorded for commissions.

import type { MusicSpec } from '../music/score/music-spec.ts'
import { carelessLove } from './songs/american.ts'
import {
  barbaraAllen,
  salleyGardens,
  scarboroughFair,
  thePartingGlass,
} from './songs/british-and-irish.ts'

const picked = { style: 'fingerpicked', verses: 1 } as const
const partingGlass = { ...picked, chart: thePartingGlass, key: 'Bm', seed: 111 } as const

export const demoRecordings: Readonly<Record<string, MusicSpec>> = {
  'scarborough-fair-dm': { ...picked, chart: scarboroughFair, key: 'Dm', bpm: 88, seed: 112 },
  'barbara-allen-c': { ...picked, chart: barbaraAllen, key: 'C', verses: 2, bpm: 120, seed: 113 },
  'the-parting-glass-bm': { ...partingGlass, bpm: 84 },
  'the-parting-glass-bm-slower': { ...partingGlass, bpm: 76 },
  'down-by-the-salley-gardens-f': { ...picked, chart: salleyGardens, key: 'F', bpm: 88, seed: 115 },
  'careless-love-c': {
    chart: carelessLove,
    key: 'C',
    bpm: 84,
    style: 'ballad',
    verses: 1,
    seed: 811,
  },
}
