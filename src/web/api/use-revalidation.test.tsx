import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useRevalidation } from './use-revalidation.ts'

/** A page that shows how often it was loaded; the stream that tells it of changes. */
async function open({ isActive = true, hasStreams = true } = {}) {
  cleanup()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers().unstubAllGlobals())
  const opened: EventTarget[] = []
  class FakeSource extends EventTarget {
    readyState = 1
    constructor() {
      super()
      opened.push(this)
    }
    close() {
      opened.length = 0
    }
  }
  vi.stubGlobal('EventSource', hasStreams ? FakeSource : undefined)
  let loads = 0
  const Page = () => {
    useRevalidation({
      isConcerned: (event) => event.name === 'commissionChanged' && event.commissionId === 'c1',
      isActive,
    })
    return <p>{`loaded ${String(useLoaderData())}`}</p>
  }
  const routes = [
    { path: '*', loader: () => ++loads, Component: Page, HydrateFallback: () => null },
  ]
  await act(async () => render(<RouterProvider router={createMemoryRouter(routes)} />))
  return {
    opened,
    loaded: () => screen.getByText(/^loaded/).textContent,
    tell: (event: object) =>
      act(async () => {
        for (const source of opened)
          source.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
      }),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
  }
}

test('a page is loaded again by the event that concerns it and by resync, and by no other', async () => {
  const { loaded, tell } = await open()
  await tell({ name: 'commissionChanged', commissionId: 'c2' })
  expect(loaded()).toBe('loaded 1')
  await tell({ name: 'commissionChanged', commissionId: 'c1' })
  expect(loaded()).toBe('loaded 2')
  await tell({ name: 'resync' })
  expect(loaded()).toBe('loaded 3')
})

test('without a stream it is loaded again every ten seconds, with one every thirty', async () => {
  const alone = await open({ hasStreams: false })
  await alone.pass(9_999)
  expect(alone.loaded()).toBe('loaded 1')
  await alone.pass(1)
  expect(alone.loaded()).toBe('loaded 2')

  const connected = await open()
  await connected.tell({ name: 'resync' })
  await connected.pass(29_000)
  expect(connected.loaded()).toBe('loaded 2')
  await connected.pass(1_000)
  expect(connected.loaded()).toBe('loaded 3')
})

test('a page that cannot change any more opens no stream and asks for nothing', async () => {
  const { opened, loaded, pass } = await open({ isActive: false })
  await pass(120_000)
  expect([opened, loaded()]).toEqual([[], 'loaded 1'])
})

test('a page that is left asks for nothing more', async () => {
  const { opened } = await open()
  expect(opened).toHaveLength(1)
  cleanup()
  expect([opened, vi.getTimerCount()]).toEqual([[], 0])
})
