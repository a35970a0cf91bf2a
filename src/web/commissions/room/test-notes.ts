// The room of a commission with notes, for tests: its recordings are fake audio elements, which a test controls.

import { vi } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { FakeAudio } from '#web/player/fake-audio.ts'
import { exampleDelivery } from '../example-commission.ts'
import { fakeSight } from './test-messages.tsx'
import { openRoom, type Server } from './test-room.tsx'

export const delivered: Partial<Commission> = {
  status: 'delivered',
  deliveries: [exampleDelivery()],
}

export async function openNotedRoom(
  before: Partial<Commission>,
  server: Server = {},
  onObserve: (element: Element) => void = () => {},
) {
  const elements: FakeAudio[] = []
  vi.stubGlobal('Audio', function () {
    const element = new FakeAudio()
    elements.push(element)
    return element
  })
  const see = fakeSight(onObserve)
  const room = await openRoom(before, server)
  return {
    ...room,
    /** The notes scroll into sight. */
    see,
    elements,
    /** The element of an address; the first one where several have it. */
    audio(url = '/preview.mp3') {
      const found = elements.find(({ src }) => src === url)
      if (found === undefined) throw new Error(`Nothing plays ${url}.`)
      return found
    },
  }
}
