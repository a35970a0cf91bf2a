// What has changed on the server, while a page is open: one stream of events per tab, as long as something subscribes.

import type { LiveEvent, streamEvents } from '#contracts/events.ts'
import { asWireCall } from './browser.ts'

type Listener = (event: LiveEvent) => void
type Source = EventTarget & Pick<EventSource, 'close' | 'readyState'>
/** Null where a browser has no such streams. */
type Connect = (path: string) => Source | null

export type LiveEvents = {
  /** Returns how to unsubscribe. */
  subscribe: (listener: Listener) => () => void
  /** True once an event has arrived: a proxy may hold the stream back. */
  isConnected: () => boolean
}

const route: (typeof streamEvents)['route'] = 'GET /api/events'

/** After a refusal, such as too many streams; a browser repeats only a lost connection by itself. */
const againAfterMs = 30_000

const connectInBrowser: Connect = (path) =>
  typeof EventSource === 'undefined' ? null : new EventSource(path)

export function openLiveEvents(connect = connectInBrowser): LiveEvents {
  const listeners = new Set<Listener>()
  let source: Source | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let isConnected = false

  function open(): void {
    // A hidden tab holds no connection: over HTTP/1.1 a browser has six for all tabs of a site.
    if (source !== null || listeners.size === 0 || document.hidden) return
    const opened = connect(asWireCall(route, {}).path)
    if (opened === null) return
    source = opened
    opened.addEventListener('message', (message) => {
      if (!(message instanceof MessageEvent)) return
      isConnected = true
      // The server has checked what it sends.
      const event = JSON.parse(String(message.data)) as LiveEvent
      for (const listener of listeners) listener(event)
    })
    opened.addEventListener('error', () => {
      isConnected = false
      if (opened.readyState !== closedState) return
      close()
      again = setTimeout(open, againAfterMs)
    })
  }

  function close(): void {
    clearTimeout(again)
    source?.close()
    source = null
    isConnected = false
  }

  const onVisibility = () => (document.hidden ? close() : open())

  return {
    isConnected: () => isConnected,
    subscribe(listener) {
      if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility)
      listeners.add(listener)
      open()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', onVisibility)
        close()
      }
    },
  }
}

/** `EventSource.CLOSED`. */
const closedState = 2

const liveEvents = openLiveEvents()

/** Returns how to stop. */
export function onLiveEvent(listener: Listener): () => void {
  return liveEvents.subscribe(listener)
}

type Followed = {
  /** Whether the event may have changed what is shown; `resync` always may. */
  isConcerned: (event: LiveEvent) => boolean
  /** Fetches it again. Returns whether it can still change. */
  refetch: () => Promise<boolean>
  /** Instead of `pollAfterMs`. */
  pollEveryMs?: PollPauses
}

type PollPauses = { connected: number; alone: number }

/** In milliseconds: a poll finds what no event has told. */
export const pollAfterMs: PollPauses = { connected: 15_000, alone: 1_000 }

/** Fetches again at each event that concerns it, and from time to time without one. Returns how to stop. */
export function followChanges(
  { isConcerned, refetch, pollEveryMs = pollAfterMs }: Followed,
  events: LiveEvents = liveEvents,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFetching = false
  let isOutdated = false
  let isStopped = false

  /** One at a time: an older response must not replace a newer one. */
  async function fetchAgain(): Promise<void> {
    isOutdated = true
    if (isFetching) return
    isFetching = true
    clearTimeout(timer)
    while (isOutdated && !isStopped) {
      isOutdated = false
      // A failed fetch is repeated with the next poll.
      if (!(await refetch().catch(() => true))) stop()
    }
    isFetching = false
    wait()
  }

  function wait(): void {
    const pauseMs = events.isConnected() ? pollEveryMs.connected : pollEveryMs.alone
    if (!isStopped) timer = setTimeout(() => void fetchAgain(), pauseMs)
  }

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
    unsubscribe()
  }

  const unsubscribe = events.subscribe((event) => {
    if (event.name === 'resync' || isConcerned(event)) void fetchAgain()
  })
  wait()
  return stop
}
