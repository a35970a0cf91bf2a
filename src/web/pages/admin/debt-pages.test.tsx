import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Debt, DebtSummary, WaitingReversal } from '#contracts/admin/debts.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import DebtPage, * as debtPage from './debt-page.tsx'
import DebtsPage, * as debtsPage from './debts-page.tsx'

const id = 'fe5e1a8a-6f0e-4f43-9a55-0d9f6a1c2b11'
const summary: DebtSummary = {
  id,
  artist: { id, name: 'Rosa' },
  cause: 'refund',
  pence: 300,
  owedSince: '2026-05-01T10:00:00.000Z',
  decideFrom: '2026-10-28T10:00:00.000Z',
  isDue: true,
  askedAt: null,
  task: { owner: null, ageDays: 211 },
}
const debt: Debt = {
  ...summary,
  transferId: id,
  amountPence: 500,
  problem: 'The account has too little.',
  receiptNumber: 'UND-000001',
  isOpen: true,
  postings: {
    write_off: [
      { account: 'losses', pence: 300 },
      { account: 'artist_receivable', pence: -300 },
    ],
    repay: [
      { account: 'paid_outside', pence: 300 },
      { account: 'artist_receivable', pence: -300 },
    ],
  },
}

const nothingWaits = { reversals: [], total: 0, totalPages: 1, currentPage: 1 }
const waiting: WaitingReversal = {
  id,
  artist: { id, name: 'Rosa' },
  paymentId: id,
  receiptNumber: 'UND-000001',
  cause: 'dispute',
  pence: 120,
  problem: 'Something else uses the account.',
  isRefused: true,
  dueAt: '2026-11-28T10:00:00.000Z',
  task: { owner: null, ageDays: 3 },
}

type Answer = { status: number; body: unknown }

const pages = {
  list: { page: debtsPage, Component: DebtsPage, path: '/admin/debts', pattern: '/admin/debts' },
  one: {
    page: debtPage,
    Component: DebtPage,
    path: `/admin/debts/${id}`,
    pattern: '/admin/debts/:id',
  },
}

/** The page with what the server answers to its loader and its form. */
function open(kind: keyof typeof pages, shown: unknown, answer?: Answer, search = '') {
  cleanup()
  const sent: unknown[] = []
  const { page, Component, path, pattern } = pages[kind]
  const context = new RouterContextProvider()
  const send = (call: { method: string; path: string; body?: string }) => {
    if (call.method === 'GET') return Promise.resolve({ status: 200, cookies: [], body: shown })
    sent.push([call.path, JSON.parse(call.body ?? '')])
    return Promise.resolve({ cookies: [], ...(answer ?? { status: 200, body: {} }) })
  }
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  const Stub = createRoutesStub([
    {
      path: pattern,
      Component: Component as never,
      loader: ({ params, request }) =>
        page.loader({ params, request, context, url: new URL(request.url) } as never),
      action: ({ params, request }) => debtPage.action({ params, request, context } as never),
      HydrateFallback: () => null,
    },
  ])
  render(<Stub initialEntries={[path + search]} />)
  return sent
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => Array.from(row.children, (cell) => cell.textContent))

test('the list says who owes what, why, since when, and what is next', async () => {
  const asked = { ...summary, id: 'b', isDue: false, askedAt: '2026-06-01T10:00:00.000Z' }
  open('list', {
    debts: [summary, asked],
    owedPence: 600,
    total: 2,
    totalPages: 1,
    currentPage: 1,
    waiting: nothingWaits,
  })
  await screen.findByText(/Artists owe £6.00 together/)
  const [, due, other] = rowsOf('What artists owe')
  expect(due).toEqual([
    'Rosa',
    '£3.00',
    'A refund',
    '211 days',
    'Nobody yetI take care of it',
    'Write it off, or ask for the money: new sales do not pay it',
  ])
  expect(other?.slice(4)).toEqual([
    '–',
    'New sales pay it. Decide from 28/10/2026, 10:00Asked for the money on 01/06/2026',
  ])
  const link = screen.getAllByRole('link', { name: 'Debt of £3.00' })[0]
  expect(link?.getAttribute('href')).toBe(`/admin/debts/${id}`)
})

test('without debts the list says so', async () => {
  open('list', {
    debts: [],
    owedPence: 0,
    total: 0,
    totalPages: 1,
    currentPage: 1,
    waiting: nothingWaits,
  })
  await screen.findByRole('heading', { name: 'Nobody owes anything' })
  expect(screen.queryByRole('table')).toBeNull()
})

test('what is not taken back yet stands above the debts, with its age, why, and what is next, in pages of its own', async () => {
  const unanswered = { ...waiting, id: 'b', isRefused: false, problem: 'No answer.' }
  open('list', {
    debts: [],
    owedPence: 0,
    total: 0,
    totalPages: 1,
    currentPage: 1,
    waiting: { reversals: [waiting, unanswered], total: 52, totalPages: 2, currentPage: 1 },
  })
  await screen.findByRole('heading', { name: 'Not taken back yet' })
  const [, refused, other] = rowsOf('Not taken back yet')
  expect(refused?.slice(0, 7)).toEqual([
    'Rosa',
    '£1.20',
    'A dispute at the bank',
    'UND-000001',
    'Something else uses the account.',
    '3 days',
    'Nobody yetI take care of it',
  ])
  expect(refused?.[7]).toMatch(/after two weeks it becomes a debt. Tried again on 28\/11\/2026/)
  expect(other?.[7]).toMatch(/^The card provider does not answer. Tried again on/)
  const [order] = screen.getAllByRole('link', { name: 'UND-000001' })
  expect(order?.getAttribute('href')).toBe(`/admin/orders/${id}`)
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
    '/admin/debts?waiting=2',
  )
})

test('a debt is shown with what each decision books', async () => {
  open('one', debt)
  await screen.findByRole('heading', { name: 'Debt of £5.00' })
  screen.getByText('The account has too little.')
  expect(rowsOf('What the ledger will say')).toEqual([
    ['Account', 'Written off', 'Paid'],
    ['Losses', '+£3.00', ''],
    ['Owed by artists', '−\u2060£3.00', '−\u2060£3.00'],
    ['Paid outside the card provider', '', '+£3.00'],
  ])
})

test('a decision is sent with the amount that was seen, and a refusal stands above what was typed', async () => {
  const refused = { status: 409, body: { code: 'debt_changed', message: 'It has changed.' } }
  const sent = open('one', { ...debt, askedAt: '2026-06-01T10:00:00.000Z' }, refused)
  fireEvent.click(await screen.findByRole('radio', { name: 'Write it off' }))
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'You have stopped.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Decide' }))
  await screen.findByText('It has changed.')
  expect(sent).toEqual([
    [
      `/api/proxy/admin/debts/${id}/decide`,
      {
        decision: 'write_off',
        pence: '300',
        askedAt: '2026-06-01T10:00:00.000Z',
        reason: 'You have stopped.',
        note: '',
      },
    ],
  ])
  expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('You have stopped.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Write it off' }).checked).toBe(true)
})

test('a closed debt has no form, and is said to be closed once it was', async () => {
  const closed = { ...debt, isOpen: false, postings: { write_off: [], repay: [] } }
  open('one', closed, undefined, '?decided=1')
  await screen.findByText('The debt is closed.')
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
})
