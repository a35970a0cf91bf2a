import { expect, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent } from '#contracts/events.ts'
import { followChanges, openLiveEvents, pollAfterMs } from './live-events.ts'

const resync: LiveEvent = { name: 'resync' }
const changed: LiveEvent = { name: 'uploadChanged', uploadId: 'u1' }
const foreign: LiveEvent = { name: 'uploadChanged', uploadId: 'u2' }

/** Streams that a test opens and breaks. */
function fakeStreams() {
  const opened: FakeSource[] = []
  class FakeSource extends EventTarget {
    readyState = 0
    readonly path: string
    constructor(path: string) {
      super()
      this.path = path
      opened.push(this)
    }
    close() {
      this.readyState = 2
    }
    tell(event: LiveEvent) {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
    }
    /** The browser connects again by itself, unless it fails for good. */
    fail(isForGood: boolean) {
      if (isForGood) this.readyState = 2
      this.dispatchEvent(new Event('error'))
    }
  }
  return { opened, events: openLiveEvents((path) => new FakeSource(path)) }
}

/** A tab that is hidden or shown. */
function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

function useFakeTime() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks())
}

/** Something shown that is fetched again: `fetched` counts how often. */
function follow(events: ReturnType<typeof fakeStreams>['events'], refetch = async () => true) {
  const fetched = vi.fn(refetch)
  const stop = followChanges(
    {
      isConcerned: (event) => event.name === 'uploadChanged' && event.uploadId === 'u1',
      refetch: fetched,
    },
    events,
  )
  return { fetched, stop }
}

test('a tab opens one stream with the first subscriber, and closes it with the last', () => {
  const { opened, events } = fakeStreams()
  const told: string[] = []
  const first = events.subscribe(({ name }) => told.push(`first ${name}`))
  const second = events.subscribe(({ name }) => told.push(`second ${name}`))
  expect(opened.map(({ path }) => path)).toEqual(['/api/events'])
  opened[0]?.tell(changed)
  expect(told).toEqual(['first uploadChanged', 'second uploadChanged'])

  first()
  expect(opened[0]?.readyState).toBe(0)
  second()
  expect(opened[0]?.readyState).toBe(2)
})

test('a hidden tab holds no connection, and opens one again when it is shown', () => {
  useFakeTime()
  const { opened, events } = fakeStreams()
  const unsubscribe = events.subscribe(() => {})
  setHidden(true)
  expect(opened[0]?.readyState).toBe(2)
  setHidden(false)
  expect(opened).toHaveLength(2)
  unsubscribe()
  setHidden(true)
  setHidden(false)
  expect(opened).toHaveLength(2)
})

test('a stream is connected once an event has arrived, and until it breaks', () => {
  const { opened, events } = fakeStreams()
  events.subscribe(() => {})
  expect(events.isConnected()).toBe(false)
  opened[0]?.tell(resync)
  expect(events.isConnected()).toBe(true)
  opened[0]?.fail(false)
  expect(events.isConnected()).toBe(false)
  opened[0]?.tell(resync)
  expect([events.isConnected(), opened.length]).toEqual([true, 1])
})

test('a refused stream is opened again later', () => {
  useFakeTime()
  const { opened, events } = fakeStreams()
  events.subscribe(() => {})
  opened[0]?.fail(true)
  vi.advanceTimersByTime(29_999)
  expect(opened).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(opened).toHaveLength(2)
})

test('what is shown is fetched again at once by its own events and after a gap, not by those of others', async () => {
  useFakeTime()
  const { opened, events } = fakeStreams()
  const { fetched, stop } = follow(events)
  opened[0]?.tell(resync)
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toHaveBeenCalledTimes(1)
  opened[0]?.tell(foreign)
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toHaveBeenCalledTimes(1)
  opened[0]?.tell(changed)
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toHaveBeenCalledTimes(2)
  stop()
  expect(opened[0]?.readyState).toBe(2)
})

test('without a stream it is polled, with one only from time to time', async () => {
  useFakeTime()
  const { opened, events } = fakeStreams()
  const { fetched, stop } = follow(events)
  await vi.advanceTimersByTimeAsync(3 * pollAfterMs.alone)
  expect(fetched).toHaveBeenCalledTimes(3)
  opened[0]?.tell(resync)
  await vi.advanceTimersByTimeAsync(pollAfterMs.connected - 1)
  expect(fetched).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toHaveBeenCalledTimes(5)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(5)
})

test('a browser without streams of events polls', async () => {
  useFakeTime()
  const { fetched, stop } = follow(openLiveEvents(() => null))
  await vi.advanceTimersByTimeAsync(2 * pollAfterMs.alone)
  expect(fetched).toHaveBeenCalledTimes(2)
  stop()
})

test('events during a fetch cause one more after it, so that no older response replaces a newer one', async () => {
  useFakeTime()
  const { opened, events } = fakeStreams()
  const responses: (() => void)[] = []
  const { fetched, stop } = follow(
    events,
    () => new Promise((resolve) => responses.push(() => resolve(true))),
  )
  for (let several = 0; several < 3; several++) opened[0]?.tell(changed)
  expect(fetched).toHaveBeenCalledTimes(1)
  responses[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toHaveBeenCalledTimes(2)
  responses[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toHaveBeenCalledTimes(2)
  stop()
})

test('a fetch that fails is repeated like any other', async () => {
  useFakeTime()
  const { opened, events } = fakeStreams()
  let fetches = 0
  const { fetched, stop } = follow(events, async () => {
    if (fetches++ === 0) throw new Error('the page is broken')
    return true
  })
  await vi.advanceTimersByTimeAsync(pollAfterMs.alone)
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(pollAfterMs.alone)
  expect(fetched).toHaveBeenCalledTimes(2)
  opened[0]?.tell(changed)
  expect(fetched).toHaveBeenCalledTimes(3)
  stop()
})

test('what cannot change any more is not followed', async () => {
  useFakeTime()
  const { opened, events } = fakeStreams()
  const { fetched } = follow(events, async () => false)
  opened[0]?.tell(changed)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(opened[0]?.readyState).toBe(2)
})
