// The sandbox's clock: real time plus the seconds by which the control API has moved it ahead.
import type { DatabaseSync } from 'node:sqlite'
import { readSetting, writeSetting } from './settings.ts'

export interface Clock {
  nowMs: () => number
  /** Unix seconds, the provider's unit. */
  now: () => number
  /** Moves forward only; survives a restart. */
  advance: (seconds: number) => void
}

export function createClock(db: DatabaseSync): Clock {
  let aheadMs = Number(readSetting(db, 'clock_ahead_ms') ?? 0)
  const nowMs = () => Date.now() + aheadMs
  return {
    nowMs,
    now: () => Math.floor(nowMs() / 1000),
    advance(seconds) {
      aheadMs += seconds * 1000
      writeSetting(db, 'clock_ahead_ms', String(aheadMs))
    },
  }
}
