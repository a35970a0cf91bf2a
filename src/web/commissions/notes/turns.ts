// Plays the same seconds of several recordings in turn, until it is stopped.

import { startAlone } from '#web/player/start-alone.ts'

/** Long enough for a phrase. */
const turnSeconds = 4

export type Turn = { url: string; fromSeconds: number }
type Told = {
  /** Which of them is heard now. */
  onTurn: (at: number) => void
  /** Something else plays, or one of them cannot be played. */
  onEnd: () => void
}

/** @returns what stops it */
export function playInTurn(turns: readonly Turn[], { onTurn, onEnd }: Told): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const elements = turns.map(({ url }) => {
    const audio = new Audio()
    audio.preload = 'auto'
    audio.src = url
    return audio
  })
  let now = 0
  const stop = () => {
    if (signal.aborted) return
    stopping.abort()
    for (const audio of elements) audio.pause()
    onEnd()
  }
  const begin = (at: number) => {
    const [audio, turn] = [elements[at], turns[at]]
    if (audio === undefined || turn === undefined) return
    now = at
    startAlone(stop)
    audio.currentTime = turn.fromSeconds
    onTurn(at)
    audio.play().catch(stop)
  }
  const end = (at: number) => {
    if (at !== now) return
    elements[at]?.pause()
    begin((at + 1) % turns.length)
  }
  for (const [at, audio] of elements.entries()) {
    const { fromSeconds = 0 } = turns[at] ?? {}
    const isOver = () => audio.currentTime >= fromSeconds + turnSeconds
    audio.addEventListener('timeupdate', () => isOver() && end(at), { signal })
    audio.addEventListener('ended', () => end(at), { signal })
    audio.addEventListener('error', stop, { signal })
  }
  begin(0)
  return stop
}
