import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type {
  ListedPayment,
  PaymentRecord,
  PaymentTimelineStep,
} from '#contracts/admin/payments.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import OrderPage, * as orderPage from './order-page.tsx'
import OrdersPage, * as ordersPage from './orders-page.tsx'

const id = 'fe5e1a8a-6f0e-4f43-9a55-0d9f6a1c2b11'
const at = '2026-11-20T10:00:00.000Z'

const payment: ListedPayment = {
  id,
  pence: 570,
  status: 'paid',
  refundedPence: 0,
  customer: { id, name: 'Mia' },
  title: 'Skye',
  moreTitles: 0,
  commissionId: null,
  receiptNumber: 'UND-000001',
  createdAt: at,
  paidAt: at,
  needs: [],
  task: null,
}

const step: PaymentTimelineStep = {
  key: 'begun',
  at,
  step: 'begun',
  pence: 570,
  owed: null,
  row: null,
  person: null,
  providerId: null,
  entries: [],
}

const record: PaymentRecord = {
  ...payment,
  problem: null,
  cardLast4: '4242',
  chargeId: 'ch_1',
  checkoutSessionId: 'cs_1',
  lines: [],
  timeline: [step],
}

const pages = {
  order: { page: orderPage, Component: OrderPage, path: `/admin/orders/${id}` },
  list: { page: ordersPage, Component: OrdersPage, path: '/admin/orders' },
}

function open(kind: keyof typeof pages, body: unknown, search = '') {
  cleanup()
  const asked: string[] = []
  const { page, Component, path } = pages[kind]
  const context = new RouterContextProvider()
  const send = (call: { path: string }) => {
    asked.push(call.path)
    return Promise.resolve({ status: 200, cookies: [], body })
  }
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  const Stub = createRoutesStub([
    {
      path: path.replace(id, ':id'),
      Component: Component as never,
      loader: ({ params, request }) =>
        page.loader({ params, request, context, url: new URL(request.url) } as never),
      HydrateFallback: () => null,
    },
  ])
  render(<Stub initialEntries={[path + search]} />)
  return asked
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, (cell) => cell.textContent))

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('disputes, requests, reversals and debts stand on the timeline with their state, and link to their pages', async () => {
  const rosa = { id, name: 'Rosa' }
  const reversal = { kind: 'reversal', id, cause: 'refund', problem: 'Too little.' } as const
  const timeline: PaymentTimelineStep[] = [
    {
      ...step,
      key: '1',
      step: 'request_made',
      row: { kind: 'refund_request', id, status: 'declined', reason: 'wrong_key' },
    },
    {
      ...step,
      key: '2',
      step: 'dispute_opened',
      providerId: 'du_1',
      row: { kind: 'bank_dispute', id, status: 'open', reason: 'product_not_received' },
    },
    {
      ...step,
      key: '3',
      step: 'reversal_owed',
      person: rosa,
      row: { ...reversal, status: 'waiting', isDebt: false },
    },
    {
      ...step,
      key: '4',
      step: 'debt_netted',
      pence: 200,
      person: rosa,
      row: { ...reversal, problem: null, status: 'refused', isDebt: true },
    },
  ]
  open('order', { ...record, timeline })
  await screen.findByRole('heading', { name: 'UND-000001' })
  expect(rowsOf('Every row of money, the oldest first').map((cells) => cells.slice(1))).toEqual([
    [
      'The customer asks for a refund',
      '£5.70',
      'Now: Declined. Reason: It is in another key than written',
    ],
    ['Disputed at the bank', '£5.70', 'Now: Waits for evidence. Reason: Product not receiveddu_1'],
    ['Reversal owed: Rosa', '£5.70', 'Now: Waiting. Because of: A refundToo little.'],
    [
      'A transfer has paid what is owed: Rosa',
      '£2.00',
      'Now: The artist owes it. Because of: A refund',
    ],
  ])
  expect(hrefOf('The customer asks for a refund')).toBe(`/admin/refunds/requests/${id}`)
  expect(hrefOf('Disputed at the bank')).toBe(`/admin/bank-disputes/${id}`)
  expect(hrefOf('A transfer has paid what is owed')).toBe(`/admin/debts/${id}`)
  expect(screen.queryByRole('link', { name: 'Reversal owed' })).toBeNull()
})

const listOf = (...payments: ListedPayment[]) => ({
  payments,
  total: payments.length,
  totalPages: 1,
  currentPage: 1,
})

test('orders are listed with why they need a person, if they do, and what to do next', async () => {
  const task = { owner: null, ageDays: 3 }
  const failed: ListedPayment = { ...payment, id: 'b', needs: ['mismatch', 'refund_failed'], task }
  const asked = open('list', listOf(payment, failed), '?state=needs_person')
  await screen.findByRole('table', { name: 'Orders' })
  const [plain, needing] = rowsOf('Orders').map((cells) => cells[4])
  expect(plain).toBe('Paid')
  expect(needing).toMatch(
    /^PaidWhat was paid does not match: .*A refund has failed: try it again.*Age: 3 days. Owner: Nobody yet$/,
  )
  expect(asked).toEqual([expect.stringContaining('state=needs_person')])
  const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Show' })
  expect(filter.value).toBe('needs_person')
})

test('an order says what to do next, and nothing if it needs nobody', async () => {
  open('order', { ...record, needs: ['transfer_failed', 'problem_found'] })
  await screen.findByText('A transfer has failed: try it again, or settle it')
  const link = screen.getByRole('link', { name: /^A check has found/ })
  expect(link.getAttribute('href')).toBe('/admin/reconciliation')
  open('order', record)
  await screen.findByRole('heading', { name: 'UND-000001' })
  expect(screen.queryByText('Next step')).toBeNull()
})

test('only an order whose payment did not match asks what has become of it, and who takes care of it', async () => {
  const task = { owner: { id, name: 'Ada', isYou: false }, ageDays: 3 }
  const failed = { ...record, status: 'failed', problem: 'Another amount.', task } as const
  open('order', { ...failed, needs: ['mismatch'] })
  await screen.findByRole('heading', { name: 'Deal with what was paid' })
  expect(screen.getAllByText(/^What was paid does not match/)).toHaveLength(1)
  expect(screen.getByText('Ada')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'I take it over: UND-000001' })).toBeTruthy()
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'What has become of it' })
  expect(Array.from(choice.options, ({ value }) => value)).toEqual([
    '',
    'given_back',
    'check_again',
  ])
  expect(screen.getByRole('textbox', { name: 'Reason' })).toBeTruthy()
  open('order', { ...record, needs: ['refund_failed'] })
  await screen.findByText('A refund has failed: try it again, or settle it')
  expect(screen.queryByRole('heading', { name: 'Deal with what was paid' })).toBeNull()
  expect(screen.queryByRole('button', { name: /take/ })).toBeNull()
})

test('the empty list says whether nothing was found or nobody is needed', async () => {
  open('list', listOf())
  await screen.findByRole('heading', { name: 'No orders found' })
  expect(screen.queryByRole('table')).toBeNull()
  open('list', listOf(), '?state=needs_person')
  expect(await screen.findByRole('heading', { name: 'No order needs a person' })).toBeTruthy()
  open('list', listOf(), '?owner=nobody')
  expect(await screen.findByRole('heading', { name: 'Everything here has an owner' })).toBeTruthy()
})
