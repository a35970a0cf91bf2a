// One recording at a time: also of those that have an audio element of their own.

import { announceStart, player } from './player-store.ts'

let pauseLast: (() => void) | null = null

/** At each start: pauses what else plays, in this tab and in others. `pause` is called when something else starts. */
export function startAlone(pause: () => void): void {
  if (pauseLast !== pause) pauseLast?.()
  pauseLast = pause
  player.pause()
  announceStart(pause)
}
