// For a recording with an audio element of its own: it plays by the rule of one at a time, too.

import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { announceStart, player, usePlayer } from './player-store.ts'
import type { PreviewStatus } from './player-state.ts'
import { diagnose, isPlayRefused, type Failure } from './preview-failure.ts'

/** It pauses when the site's player or another tab starts, and pauses them when it starts. */
export function useOwnElement(url: string) {
  const element = useRef<HTMLAudioElement>(null)
  const [status, setStatus] = useState<PreviewStatus>('idle')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [seconds, setSeconds] = useState(0)
  const isPlayerOn = usePlayer((state) => state.status === 'loading' || state.status === 'playing')
  useEffect(() => {
    if (isPlayerOn) element.current?.pause()
  }, [isPlayerOn])

  const fail = (reason: Failure | null) => {
    setFailure(reason)
    setStatus(reason === null ? 'idle' : 'error')
  }
  const play = () => {
    // After an error, the browser tries the file again only when it is told to.
    if (status === 'error') element.current?.load()
    setFailure(null)
    setStatus('loading')
    element.current?.play().catch((error: unknown) => {
      if (isPlayRefused(error)) fail('play')
    })
  }
  const seek = (to: number) => {
    if (element.current) element.current.currentTime = to
    setSeconds(to)
  }
  const audioProps = {
    ref: element,
    preload: 'none' as const,
    src: url,
    onPlay: () => {
      player.pause()
      announceStart(() => element.current?.pause())
    },
    onPlaying: () => setStatus('playing'),
    onWaiting: () => setStatus('loading'),
    onPause: () => setStatus('paused'),
    onEnded: () => seek(0),
    onTimeUpdate: ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) =>
      setSeconds(currentTarget.currentTime),
    onError: ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) =>
      void diagnose(currentTarget.error, url, (of) => fetch(of, { method: 'HEAD' })).then(fail),
  }
  const isOn = status === 'playing' || status === 'loading'
  const toggle = () => (isOn ? element.current?.pause() : play())
  return { audioProps, status, failure, seconds, seek, toggle }
}
