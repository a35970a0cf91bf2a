// The room of a commission for tests, with a server whose answers a test sets.

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { vi } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { Message } from '#contracts/commissions/messages.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { CommissionRoom } from './commission-room.tsx'
import { exampleCommission } from '../example-commission.ts'
import { exampleMessages, examplePage } from '../messages/example-message.ts'

/** A call, and what was sent with it. */
export type Call = [string, unknown]
type Answer = { status?: number; body?: unknown } | 'no connection'

export type Server = {
  /** By 'METHOD /path'; `{}` with 200 for all others. */
  answers?: Record<string, Answer>
  /** What the commission is after a call that succeeds. */
  after?: Partial<Commission>
  /** What was written in it. */
  messages?: Message[]
  hasEarlier?: boolean
}

export async function openRoom(
  before: Partial<Commission>,
  { answers = {}, after, messages = [], hasEarlier = false }: Server = {},
) {
  cleanup()
  vi.restoreAllMocks()
  let stored = exampleCommission(before)
  let written = messages
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, init: { method?: string; body?: string } = {}) => {
    const call = `${init.method ?? 'GET'} ${path}`
    calls.push([call, init.body === undefined ? undefined : JSON.parse(init.body)])
    const answer = answers[call] ?? {}
    if (answer === 'no connection') throw new TypeError('Failed to fetch')
    const status = answer.status ?? 200
    if (status < 400 && after !== undefined) stored = exampleCommission({ ...before, ...after })
    return Response.json(answer.body ?? {}, { status })
  })
  const said = {
    success: vi.spyOn(toast, 'success').mockReturnValue(),
    error: vi.spyOn(toast, 'error').mockReturnValue(),
  }
  const Room = () => <CommissionRoom {...useLoaderData<typeof loader>()} refused={null} />
  const loader = () => ({
    commission: stored,
    messages: exampleMessages(written, { page: examplePage(written, hasEarlier) }),
  })
  const routes = [{ path: '*', loader, Component: Room, HydrateFallback: () => null }]
  const router = createMemoryRouter(routes)
  await act(async () => render(<RouterProvider router={router} />))
  return {
    calls,
    said,
    /** The server's commission changes, and the page is told. */
    async become(changes: Partial<Commission>) {
      stored = exampleCommission({ ...before, ...changes })
      await act(() => router.revalidate())
    },
    /** Somebody has written, or a message has changed, and the page is told. */
    async receive(message: Message) {
      written = [...written.filter(({ id }) => id !== message.id), message]
      await act(() => router.revalidate())
    },
    /** It changes, and nothing but a live event or the poll tells the page. */
    change(changes: Partial<Commission>) {
      stored = exampleCommission({ ...before, ...changes })
    },
  }
}

export const button = (name: string | RegExp) => screen.queryByRole('button', { name })

/** Presses a button of the page; the dialog that it opens. */
export async function openDialog(name: string, title: string) {
  fireEvent.click(screen.getByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: title }))
}

type Dialog = Awaited<ReturnType<typeof openDialog>>

export async function press(dialog: Dialog, name: string): Promise<void> {
  await act(async () => fireEvent.click(dialog.getByRole('button', { name })))
  await act(() => vi.dynamicImportSettled())
}

export function write(dialog: Dialog, label: RegExp | string, value: string): void {
  fireEvent.change(dialog.getByLabelText(label), { target: { value } })
}
