// The panel of messages for tests, in a room with a server whose answers a test sets.

import { act, fireEvent, screen, within } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { deviceStorage } from '#web/api/device-storage.ts'
import { exampleCommission } from '../example-commission.ts'
import { openRoom, type Server } from './test-room.tsx'
import { exampleMessage } from '../messages/example-message.ts'

export const { id } = exampleCommission()

export const asked = exampleMessage({ id: 'a', author: 'customer', text: 'Could it be in D?' })
export const answered = exampleMessage({
  id: 'b',
  sentAt: '2026-11-20T09:00:00.000Z',
  isUnread: true,
})

/** Forms that are sent, and their answers. */
function fakeRequests() {
  const sent: { form: FormData; answer: (status: number, body: object) => Promise<void> }[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    response: object = {}
    open() {}
    abort = () => this.dispatchEvent(new Event('abort'))
    send = (form: FormData) =>
      void sent.push({
        form,
        answer: (status, body) =>
          act(async () => {
            Object.assign(this, { status, response: body })
            this.dispatchEvent(new Event(status === 0 ? 'error' : 'load'))
          }),
      })
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return sent
}

/** What scrolls into sight. */
export function fakeSight(onObserve: (element: Element) => void = () => {}) {
  const looks: (() => void)[] = []
  class FakeObserver {
    readonly see: (entries: object[]) => void
    constructor(see: (entries: object[]) => void) {
      this.see = see
      looks.push(() => see([{ isIntersecting: true }]))
    }
    observe = onObserve
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  return () => act(async () => looks.at(-1)?.())
}

export async function openMessages(
  server: Server = {},
  changes: Parameters<typeof openRoom>[0] = {},
) {
  onTestFinished(() => void vi.unstubAllGlobals())
  deviceStorage().removeItem(`undersong.message.${id}.${exampleCommission().customer.id}`)
  const see = fakeSight()
  return { see, ...(await openRoom(changes, server)), sent: fakeRequests() }
}

export const field = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message to Rosa' })
export const write = (text: string) => fireEvent.change(field(), { target: { value: text } })
export const list = () => within(screen.getByRole('region', { name: 'What was written' }))
