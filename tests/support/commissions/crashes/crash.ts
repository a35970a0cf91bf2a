// One case of the crash suite: what the process is killed at, and what is true after its restart.

import type { End } from '../races/races.ts'
import type { CrashAct } from './crash-acts.ts'
import type { PrepareCrash } from './crash-preparations.ts'

export type Crash = {
  prepare: PrepareCrash
  act: CrashAct
  end: CrashEnd | ((moment: 'before' | 'after') => CrashEnd)
}

export type CrashEnd = Omit<End, 'codes'> & {
  /** What became of each reversal of its transfer: none if it is left out. */
  reversals?: readonly string[]
}
