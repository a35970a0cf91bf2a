import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { FoundRefund } from '#contracts/admin/found-refunds.ts'
import type { AdminRefundRequest, UnmadeRefund } from '#contracts/admin/refund-requests.ts'
import type { SaleRefund } from '#contracts/admin/refunds.ts'
import { refundErrors } from '#rules/errors/refund-errors.ts'
import { exampleSale as sale } from '#web/admin/refunds/example-sale.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import FoundRefundPage, * as foundRefundPage from './found-refund-page.tsx'
import RefundRequestPage, * as refundRequestPage from './refund-request-page.tsx'
import RefundsPage, * as refundsPage from './refunds-page.tsx'
import SalePage, * as salePage from './sale-page.tsx'

const { id, paidAt: at } = sale
const request: AdminRefundRequest & { refund: SaleRefund } = {
  id,
  sale,
  reason: 'wrong_key',
  words: 'It sounds like C.',
  status: 'open',
  requestedAt: at,
  answer: null,
  downloads: 2,
  plays: 3,
  wholePlays: 1,
  task: { owner: null, ageDays: 8 },
  refund: sale,
}
const failed: UnmadeRefund = {
  id,
  customer: { id, name: 'Mia' },
  title: 'Tide',
  pence: 350,
  status: 'failed',
  problem: 'The card is closed.',
  createdAt: at,
  dueAt: null,
  task: { owner: null, ageDays: 8 },
}

const foundRefund: FoundRefund = {
  id: 're_1',
  customer: { id, name: 'Mia' },
  receiptNumber: 'UND-000001',
  paidPence: 920,
  pence: 570,
  isAssigned: false,
  madeTwice: null,
  task: { owner: null, ageDays: 8 },
  sales: [sale, { ...sale, id: 'tide', title: 'Tide', leftPence: 350 }],
  division: null,
}
const { postings, ...part } = sale.refund ?? { postings: [] }

type Answers = Record<string, { status?: number; body: unknown }>
type PageModule = { loader: unknown; action?: unknown; Component: unknown; path: string }

const pages = {
  refunds: { ...refundsPage, Component: RefundsPage, path: '/admin/refunds' },
  request: {
    ...refundRequestPage,
    Component: RefundRequestPage,
    path: '/admin/refunds/requests/:id',
  },
  found: { ...foundRefundPage, Component: FoundRefundPage, path: '/admin/refunds/found/:id' },
  sale: { ...salePage, Component: SalePage, path: '/admin/sales/:id' },
} satisfies Record<string, PageModule>

/** The page with what the server answers to each call, by the end of its path. Returns what the form sends. */
function open(name: keyof typeof pages, answers: Answers, search = '') {
  cleanup()
  const sent: unknown[] = []
  const page: PageModule = pages[name]
  const context = new RouterContextProvider()
  const send = (call: { method: string; path: string; body?: string }) => {
    if (call.method === 'POST') sent.push([call.path, JSON.parse(call.body ?? '')])
    const found = Object.entries(answers).find(([end]) => call.path.includes(end))
    if (!found) throw new Error(`Nobody answers ${call.method} ${call.path}.`)
    return Promise.resolve({ status: 200, cookies: [], ...found[1] })
  }
  context.set(apiContext, createApi(send as never, { sent: null, received: [] }))
  const call = (handler: unknown) => (given: { params: object; request: Request }) =>
    (handler as (given: object) => unknown)({
      ...given,
      context,
      url: new URL(given.request.url),
    })
  const Stub = createRoutesStub([
    {
      path: page.path,
      Component: page.Component as never,
      loader: call(page.loader),
      action: call(page.action),
      HydrateFallback: () => null,
    },
  ])
  render(<Stub initialEntries={[page.path.replace(':id', id) + search]} />)
  return sent
}

/** Of every element that has one: a label and an error name their field by it. */
function expectOneOfEachId() {
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id)
  expect(ids).toEqual([...new Set(ids)])
}

const paging = { total: 1, totalPages: 1, currentPage: 1 }

test('the page of refunds lists requests, refunds that have not arrived, and what a receipt has sold, each with its next step', async () => {
  open(
    'refunds',
    {
      'found-refunds': { body: { refunds: [foundRefund], ...paging } },
      'refund-requests': { body: { requests: [request], ...paging } },
      '/admin/refunds': { body: { refunds: [failed], ...paging } },
      '/admin/sales': { body: { sales: [sale] } },
    },
    '?receipt=1',
  )
  const link = await screen.findByRole('link', { name: /^Accept or decline it by .* ?: Skye$/ })
  expect(link.getAttribute('href')).toBe(`/admin/refunds/requests/${id}`)
  const settle = screen.getByRole('link', {
    name: /^Try it again, or pay it in another way and settle it ?: Tide$/,
  })
  expect(settle.getAttribute('href')).toBe(`/admin/refunds/${id}`)
  const refund = screen.getByRole('link', { name: 'Refund (Skye)' })
  expect(refund.getAttribute('href')).toBe(`/admin/sales/${id}`)
  const task = screen.getByRole('link', { name: /^Say what it was for ?: re_1$/ })
  expect(task.getAttribute('href')).toBe('/admin/refunds/found/re_1')
  screen.getByText('The card is closed.')
  expectOneOfEachId()
})

test('an empty page of refunds says what appears there', async () => {
  const none = { total: 0, totalPages: 1, currentPage: 1 }
  open('refunds', {
    'found-refunds': { body: { refunds: [], ...none } },
    'refund-requests': { body: { requests: [], ...none } },
    '/admin/refunds': { body: { refunds: [], ...none } },
  })
  await screen.findByText('Nobody waits for an answer')
  screen.getByText('Every refund has arrived')
  expect(screen.queryAllByRole('row')).toEqual([])
})

test('a request shows what was heard and what accepting does; the decision is sent, and what is refused stands above what was typed', async () => {
  const refused = { code: 'refunded_meanwhile', message: 'Look again.' }
  const sent = open('request', {
    decide: { status: 409, body: refused },
    'refund-requests': { body: request },
  })
  await screen.findByText('It sounds like C.')
  screen.getByText('3 times, 1 to the end')
  screen.getByText('£1.75, and keeps £3.25')
  const table = within(screen.getByRole('table', { name: 'What the ledger will say' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'AccountChange',
    'Owed to customers−\u2060£2.00',
    'Owed by artists+£1.75',
  ])
  expectOneOfEachId()
  fireEvent.change(screen.getByLabelText(/^Decision/), { target: { value: 'accept' } })
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'You are right.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Decide' }))
  await screen.findByText('Look again.')
  expect(sent).toMatchObject([
    [
      `/api/proxy/admin/refund-requests/${id}/decide`,
      { decision: 'accept', leftPence: '570', reason: 'You are right.' },
    ],
  ])
  expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('You are right.')
})

test('a decided request has no form', async () => {
  const declined = { ...request, status: 'declined', answer: 'It plays here.' }
  open('request', { 'refund-requests': { body: declined } }, '?done=1')
  await screen.findByText('The request is declined. The customer is told.')
  screen.getByText('It plays here.')
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
})

test('a sale is given back by the amount whose consequences are shown', async () => {
  const sent = open('sale', { '/refund': { body: sale } }, '?amount=2.00')
  const button = await screen.findByRole('button', { name: 'Give back £2.00' })
  screen.getByText('stays the customer’s')
  expectOneOfEachId()
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'A click.' } })
  fireEvent.click(button)
  await expect
    .poll(() => sent)
    .toMatchObject([
      [
        `/api/proxy/admin/sales/${id}/refund`,
        { amount: '2.00', leftPence: '570', reason: 'A click.' },
      ],
    ])
})

test('an amount that cannot be given back is refused at its field, as it was typed', async () => {
  const { status, message } = refundErrors.refund_out_of_range
  const refused = { status, body: { code: 'refund_out_of_range', message } }
  open('sale', { 'part=9999': refused, '/refund': { body: sale } }, '?amount=9999')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount in pounds' })
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['9999', 'true'])
  expect(screen.getByRole('link', { name: message }).getAttribute('href')).toBe(`#${field.id}`)
  screen.getByText('At most £5.70.')
  expect(screen.queryByRole('button', { name: /^Give back/ })).toBeNull()
})

test('nothing is given back during a dispute at the bank, or of what has gone back', async () => {
  open('sale', { '/refund': { body: { ...sale, isDisputed: true } } })
  await screen.findByText(/disputes this payment at the bank/)
  expect(screen.queryByRole('button', { name: /^Give back/ })).toBeNull()
  open('sale', { '/refund': { body: { ...sale, leftPence: 0, refund: null } } })
  await screen.findByText(/^Nothing of this sale can be given back/)
})

test('an artist from whom nothing can be taken back any more loses nothing by a refund', async () => {
  const refund = { ...part, postings, artistPence: 0, platformPence: 200 }
  open('sale', { '/refund': { body: { ...sale, refund } } }, '?amount=2.00')
  await screen.findByText('stays as it is: nothing can be taken back')
  expect(screen.getByText('£0.00, and keeps £3.25')).toBeDefined()
})

test('nothing is given back before a refund made at the provider is assigned: a link leads there', async () => {
  const waiting = { ...sale, unassignedRefund: 're_1' }
  open('sale', { '/refund': { body: waiting } })
  const link = await screen.findByRole('link', { name: 'Assign the refund re_1' })
  expect(link.getAttribute('href')).toBe('/admin/refunds/found/re_1')
  expect(screen.queryByRole('button', { name: /^Give back/ })).toBeNull()
})

test('a refund made at the provider is divided by the amounts whose consequences are shown', async () => {
  const division = { parts: [{ ...part, saleId: id }], postings }
  const search = `?amount-${id}=2.00&amount-tide=3.70`
  const sent = open('found', { 'found-refunds': { body: { ...foundRefund, division } } }, search)
  await screen.findByRole('heading', { name: '£5.70 of £9.20: which track?' })
  expect(screen.getByLabelText<HTMLInputElement>(/^Pounds for Tide/).value).toBe('3.70')
  screen.getByText('£1.75, and keeps £3.25')
  expectOneOfEachId()
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'As agreed.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Assign £5.70' }))
  await expect
    .poll(() => sent)
    .toMatchObject([
      [
        `/api/proxy/admin/found-refunds/${id}/assign`,
        { division: `${id}=2.00;tide=3.70`, leftPence: '920', reason: 'As agreed.' },
      ],
    ])
})

test('a wrong amount of a division is said at its field and in the summary, which leads there', async () => {
  const { message } = refundErrors.refund_out_of_range
  const refused = { status: 409, body: { code: 'refund_out_of_range', message } }
  const answers = { 'division=': refused, 'found-refunds': { body: foundRefund } }
  open('found', answers, `?amount-${id}=2.00&amount-tide=3.51`)
  const link = await screen.findByRole('link', { name: message })
  expect(link.getAttribute('href')).toBe('#amount-tide')
  expect(screen.getAllByText(message)).toHaveLength(2)
  const tide = screen.getByLabelText<HTMLInputElement>(/^Pounds for Tide/)
  expect([tide.value, tide.getAttribute('aria-invalid')]).toEqual(['3.51', 'true'])
  expect(screen.getByLabelText(/^Pounds for Skye/).getAttribute('aria-invalid')).toBeNull()
})

test('amounts that do not add up to it are refused above their fields, as they were typed, and nothing is decided', async () => {
  const refused = { code: 'refund_not_divided', message: 'They do not add up.' }
  const answers = {
    'division=': { status: 409, body: refused },
    'found-refunds': { body: foundRefund },
  }
  open('found', answers, `?amount-${id}=2.00`)
  await screen.findByText('They do not add up.')
  expect(screen.getByLabelText<HTMLInputElement>(/^Pounds for Skye/).value).toBe('2.00')
  expect(screen.queryByRole('button', { name: /^Assign/ })).toBeNull()
})

test.each([
  ['is assigned', { isAssigned: true }, /^It is known/],
  ['was made twice', { madeTwice: id }, /^It names/],
  ['is more than what is left', { pence: 921 }, /^Of this payment £9.20 is left/],
] as const)('a refund that %s has no form', async (_case, changes, words) => {
  open('found', { 'found-refunds': { body: { ...foundRefund, ...changes } } })
  await screen.findByText(words)
  expect(screen.queryByRole('button', { name: 'Show what it does' })).toBeNull()
})
