// Compares a note's second in the delivery before with the newest one: both are played in turn, and it says which is heard.

import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '#web/player/player-store.ts'
import { Button } from '#web/ui/button.tsx'
import { noteMessages } from './note-messages.ts'
import { playInTurn, type Turn } from './turns.ts'

export type Compared = Turn & { number: number }

type TurnsButtonProps = {
  /** The delivery before, and the newest one. */
  compared: readonly Compared[]
  /** As the clock shows it. */
  time: string
}

export function TurnsButton({ compared, time }: TurnsButtonProps) {
  const [heard, setHeard] = useState<number | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  const isPlayerOn = usePlayer(({ status }) => status === 'loading' || status === 'playing')
  useEffect(() => {
    if (isPlayerOn) stop.current?.()
  }, [isPlayerOn])
  const toggle = () => {
    if (heard !== null) return stop.current?.()
    stop.current = playInTurn(compared, {
      onTurn: (at) => setHeard(compared[at]?.number ?? null),
      onEnd: () => setHeard(null),
    })
    return undefined
  }
  return (
    <>
      <Button variant="ghost" size="sm" onClick={toggle}>
        {heard === null ? 'Play in turn' : 'Stop'}
        <span className="sr-only">
          {' '}
          {heard === null ? `at ${time}: the delivery before, then this one` : 'playing in turn'}
        </span>
      </Button>
      <span role="status" className="note-heard">
        {heard !== null && noteMessages.heard(heard)}
      </span>
    </>
  )
}
