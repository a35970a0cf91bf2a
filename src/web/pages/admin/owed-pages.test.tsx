import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { OwedMoney } from '#contracts/admin/owed-money.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import RefundPage, * as refundPage from './refund-page.tsx'
import TransferPage, * as transferPage from './transfer-page.tsx'

const id = 'fe5e1a8a-6f0e-4f43-9a55-0d9f6a1c2b11'
const refund: OwedMoney = {
  kind: 'refund',
  id,
  pence: 570,
  status: 'failed',
  problem: 'The card is closed.',
  createdAt: '2026-11-20T10:00:00.000Z',
  owner: { id, name: 'Mia' },
  receiptNumber: 'UND-000001',
  commission: null,
  providerId: null,
  settled: null,
  postings: [
    { account: 'customer_payable', pence: 570 },
    { account: 'paid_outside', pence: -570 },
  ],
  retryPostings: [
    { account: 'stripe_pending', pence: -570 },
    { account: 'customer_payable', pence: 570 },
  ],
  writeOffPostings: null,
  dueAt: null,
  task: { owner: null, ageDays: 8 },
}

type Answer = { status: number; body: unknown }

const pages = {
  refund: { page: refundPage, Component: RefundPage, path: `/admin/refunds/${id}` },
  transfer: { page: transferPage, Component: TransferPage, path: `/admin/transfers/${id}` },
}

/** The page with what the server answers to its loader and its form. */
function open(kind: keyof typeof pages, owed: OwedMoney, answer: Answer, search = '') {
  cleanup()
  const sent: unknown[] = []
  const { page, Component, path } = pages[kind]
  const context = new RouterContextProvider()
  const send = (call: { method: string; path: string; body?: string }) => {
    if (call.method === 'GET') return Promise.resolve({ status: 200, cookies: [], body: owed })
    sent.push([call.path, JSON.parse(call.body ?? '')])
    return Promise.resolve({ cookies: [], ...answer })
  }
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  const Stub = createRoutesStub([
    {
      path: path.replace(id, ':id'),
      Component: Component as never,
      loader: ({ params, request }) =>
        page.loader({ params, request, context, url: new URL(request.url) } as never),
      action: ({ params, request }) => page.action({ params, request, context } as never),
      HydrateFallback: () => null,
    },
  ])
  render(<Stub initialEntries={[path + search]} />)
  return sent
}

const done = { status: 200, body: { id, status: 'settled' } }

/** What the ledger will say, at one of the forms. */
const rowsAt = (form: string) =>
  within(screen.getByRole('region', { name: form }))
    .getAllByRole('row')
    .map((row) => row.textContent)
    .slice(1)

test('a refund is shown with why it waits, and what settling it books', async () => {
  open('refund', refund, done)
  await screen.findByRole('heading', { name: 'Refund of £5.70' })
  screen.getByText('The card is closed.')
  expect(screen.getByRole('link', { name: 'Mia' }).getAttribute('href')).toBe(`/admin/users/${id}`)
  screen.getByRole('link', { name: 'UND-000001' })
  expect(rowsAt('Settle it')).toEqual([
    'Owed to customers+£5.70',
    'Paid outside the card provider−\u2060£5.70',
  ])
  expect(rowsAt('Try it again')).toEqual([
    'Balance, pending−\u2060£5.70',
    'Owed to customers+£5.70',
  ])
  expect(screen.queryByRole('heading', { name: 'Write it off' })).toBeNull()
})

const kept: OwedMoney = {
  ...refund,
  kind: 'transfer',
  owner: { id, name: 'Rosa' },
  writeOffPostings: [
    { account: 'artist_payable', pence: 570 },
    { account: 'unclaimed', pence: -570 },
  ],
}

test('a transfer is written off with a reason for its artist, and a refusal stands at that form only', async () => {
  const refused = { status: 409, body: { code: 'still_sendable', message: 'It can be sent.' } }
  const sent = open('transfer', kept, refused)
  await screen.findByRole('heading', { name: 'Write it off' })
  expect(rowsAt('Write it off')).toEqual(['Owed to artists+£5.70', 'Kept for artists−\u2060£5.70'])
  const form = within(screen.getByRole('region', { name: 'Write it off' }))
  const reason = form.getByLabelText<HTMLTextAreaElement>(/^What the artist is told/)
  fireEvent.change(reason, { target: { value: 'Your account is closed.' } })
  fireEvent.click(form.getByRole('button', { name: 'Write off' }))
  await form.findByText('It can be sent.')
  expect(screen.getAllByText('It can be sent.')).toHaveLength(1)
  expect(sent).toEqual([
    [`/api/proxy/admin/transfers/${id}/write-off`, { reason: 'Your account is closed.' }],
  ])
  expect(reason.value).toBe('Your account is closed.')
})

test('what is written off can be settled once its artist asks for it, and is said to be written off once it was', async () => {
  const writtenOff: OwedMoney = {
    ...kept,
    status: 'written_off',
    retryPostings: null,
    writeOffPostings: null,
    postings: [
      { account: 'unclaimed', pence: 570 },
      { account: 'paid_outside', pence: -570 },
    ],
  }
  open('transfer', writtenOff, done, '?written-off=1')
  await screen.findByText(/^It is written off, and kept for the artist/)
  expect(rowsAt('Settle it')).toEqual([
    'Kept for artists+£5.70',
    'Paid outside the card provider−\u2060£5.70',
  ])
  expect(screen.queryByRole('button', { name: 'Write off' })).toBeNull()
})

test.each(['refund', 'transfer'] as const)(
  'the form of a %s sends the reference and the reason, and what the server refuses stands above what was typed',
  async (kind) => {
    const refused = { status: 409, body: { code: 'attempt_in_progress', message: 'Not yet.' } }
    const sent = open(kind, { ...refund, kind }, refused)
    fireEvent.change(await screen.findByLabelText(/^Reference/), { target: { value: 'FPS 17' } })
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'The card is closed.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Settle' }))
    await screen.findByText('Not yet.')
    expect(sent).toEqual([
      [
        `/api/proxy/admin/${kind}s/${id}/settle`,
        { reference: 'FPS 17', note: 'The card is closed.' },
      ],
    ])
    expect(screen.getByLabelText<HTMLInputElement>(/^Reference/).value).toBe('FPS 17')
  },
)

test.each(['refund', 'transfer'] as const)(
  'a %s that has failed is tried again with a reason, and a refusal stands at that form only',
  async (kind) => {
    const refused = { status: 409, body: { code: 'not_failed', message: 'Not failed.' } }
    const sent = open(kind, { ...refund, kind }, refused)
    fireEvent.change(await screen.findByLabelText(/^Why/), { target: { value: 'A new card.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Not failed.')
    expect(screen.getAllByText('Not failed.')).toHaveLength(1)
    expect(sent).toEqual([[`/api/proxy/admin/${kind}s/${id}/retry`, { why: 'A new card.' }]])
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Why/).value).toBe('A new card.')
  },
)

test('what has not failed is not offered to be tried again', async () => {
  open('refund', { ...refund, status: 'waiting', retryPostings: null }, done)
  await screen.findByRole('button', { name: 'Settle' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('what is settled has no form, and is said to be settled once it was', async () => {
  const settled = { at: '2026-11-28T10:00:00.000Z', reference: 'FPS 17' }
  const ended: OwedMoney = {
    ...refund,
    status: 'settled',
    settled,
    postings: [],
    retryPostings: null,
  }
  open('transfer', ended, done, '?settled=1')
  await screen.findByText('It is settled, and owed no more.')
  screen.getByText(/FPS 17/)
  expect(screen.queryByRole('button', { name: 'Settle' })).toBeNull()
})
