// For a recording with an audio element of its own: it plays by the rule of one at a time, too.

import { useEffect, useReducer, useRef } from 'react'
import { usePlayer } from './player-store.ts'
import type { PreviewStatus } from './player-state.ts'
import { diagnose, isPlayRefused, type Failure } from './preview-failure.ts'
import { startAlone } from './start-alone.ts'

type Shown = { status: PreviewStatus; failure: Failure | null; seconds: number }

const untouched: Shown = { status: 'idle', failure: null, seconds: 0 }

function withChanges(shown: Shown, changes: Partial<Shown>): Shown {
  return { ...shown, ...changes }
}

export type OwnElement = ReturnType<typeof useOwnElement>

/** It pauses when another recording starts, and pauses that one when it starts. */
export function useOwnElement(url: string) {
  const element = useRef<HTMLAudioElement>(null)
  const [shown, show] = useReducer(withChanges, untouched)
  useEffect(() => {
    const unmounting = new AbortController()
    const audio = openElement(url, show, unmounting.signal)
    element.current = audio
    return () => {
      unmounting.abort()
      audio.pause()
    }
  }, [url])
  const isPlayerOn = usePlayer(({ status }) => status === 'loading' || status === 'playing')
  useEffect(() => {
    if (isPlayerOn) element.current?.pause()
  }, [isPlayerOn])

  const play = () => {
    // After an error, the browser tries the file again only when it is told to.
    if (shown.status === 'error') element.current?.load()
    show({ status: 'loading', failure: null })
    element.current?.play().catch((error: unknown) => {
      if (isPlayRefused(error)) show({ status: 'error', failure: 'play' })
    })
  }
  const isOn = shown.status === 'playing' || shown.status === 'loading'
  return {
    ...shown,
    toggle: () => (isOn ? element.current?.pause() : play()),
    seek(to: number) {
      if (element.current) element.current.currentTime = to
      show({ seconds: to })
    },
    pause: () => element.current?.pause(),
    /** At this moment: what is shown is up to a quarter of a second older. */
    position: () => element.current?.currentTime ?? 0,
  }
}

function openElement(url: string, show: (changes: Partial<Shown>) => void, signal: AbortSignal) {
  const audio = new Audio()
  audio.preload = 'none'
  audio.src = url
  const on = (event: string, listener: () => void) =>
    audio.addEventListener(event, listener, { signal })
  const pause = () => audio.pause()
  on('play', () => startAlone(pause))
  on('playing', () => show({ status: 'playing' }))
  on('waiting', () => show({ status: 'loading' }))
  on('pause', () => show({ status: 'paused' }))
  on('timeupdate', () => show({ seconds: audio.currentTime }))
  on('ended', () => {
    audio.currentTime = 0
    show({ seconds: 0 })
  })
  on('error', () => void explain())
  async function explain() {
    const failure = await diagnose(audio.error, url, (of) => fetch(of, { method: 'HEAD' }))
    if (!signal.aborted) show({ status: failure === null ? 'idle' : 'error', failure })
  }
  return audio
}
