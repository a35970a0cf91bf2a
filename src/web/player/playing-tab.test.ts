import { expect, test } from 'vitest'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { createPlayingTab } from './playing-tab.ts'
import { openPlayer } from './test-player.ts'

type Message = { data: { at: number; tab: string } }

/** Several tabs of one browser. `deliver` brings every message to every other tab, as late as the test wants. */
function openTabs(count: number, now: () => number) {
  const listeners: ((message: Message) => void)[] = []
  const sent: (() => void)[] = []
  const tabs = Array.from({ length: count }, () => {
    let own: ((message: Message) => void) | null = null
    const channel = {
      postMessage: (data: Message['data']) =>
        void sent.push(() => {
          for (const listener of listeners) if (listener !== own) listener({ data })
        }),
      addEventListener: (_type: 'message', listener: (message: Message) => void) => {
        own = listener
        listeners.push(listener)
      },
    }
    return openPlayer({ announceStart: createPlayingTab(() => channel, now) })
  })
  function deliver() {
    let delivered = 0
    for (let next = sent.shift(); next; next = sent.shift()) {
      next()
      delivered++
    }
    return delivered
  }
  return { tabs, deliver, playing: () => tabs.map(({ audio }) => !audio.paused) }
}

const skylark = exampleTrack({ id: 'skylark', previewUrl: '/skylark.mp3' })

test('a tab that starts a preview pauses the one that plays in another tab, which answers nothing (PLY-06)', () => {
  let clock = 1000
  const { tabs, deliver, playing } = openTabs(3, () => clock)
  for (const { player } of tabs) {
    player.play(skylark)
    clock += 5
    // One message for each start, and none for a pause: tabs never pause one another for ever.
    expect(deliver()).toBe(1)
  }
  expect(playing()).toEqual([false, false, true])
  tabs[0]?.player.play(skylark)
  expect(deliver()).toBe(1)
  expect(playing()).toEqual([true, false, false])
})

test('of tabs that start at the same moment exactly one plays on (PLY-06)', () => {
  const { tabs, deliver, playing } = openTabs(4, () => 1000)
  for (const { player } of tabs) player.play(skylark)
  expect(deliver()).toBe(4)
  expect(playing().filter(Boolean)).toHaveLength(1)
})

test('a start that another tab interrupts while it loads is paused, which is no error', async () => {
  let clock = 1000
  const { tabs, deliver } = openTabs(2, () => clock++)
  const [first, second] = tabs
  if (!first || !second) throw new Error('Two tabs were expected.')
  let refuse = (_error: unknown) => {}
  first.audio.resolvePlay = () => new Promise((_resolve, reject) => (refuse = reject))
  first.player.play(skylark)
  second.player.play(skylark)
  deliver()
  refuse(new DOMException('interrupted by pause', 'AbortError'))
  // After one turn of the event loop the rejection has been handled.
  await new Promise((resolve) => setTimeout(resolve))
  expect([first.status('skylark'), second.status('skylark')]).toEqual(['paused', 'loading'])
})
