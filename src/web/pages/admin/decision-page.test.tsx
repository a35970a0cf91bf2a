import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { DecisionPreview } from '#contracts/admin/commissions.ts'
import type { Commission } from '#contracts/commissions/commission.ts'
import { partBlank } from '#rules/errors/commission-errors.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import {
  exampleCommission,
  exampleDelivery,
  exampleDispute,
} from '#web/commissions/example-commission.ts'
import DecisionPage, * as decisionPage from './decision-page.tsx'

const dispute = exampleDispute()
const { id } = exampleCommission()

const disputed = (changes: Partial<Commission> = {}) =>
  exampleCommission({
    viewer: 'admin',
    status: 'delivered',
    isDisputed: true,
    dispute,
    deliveries: [exampleDelivery()],
    canDo: ['decideApproval', 'decideRefund', 'decideRevision'],
    ...changes,
  })

const decision: NonNullable<DecisionPreview['decision']> = {
  artistPence: 1500,
  refundPence: 2750,
  postings: [
    { account: 'commission_held', pence: 4420 },
    { account: 'artist_payable', pence: -1500 },
  ],
  hasLosses: false,
}

type Answer = { status?: number; body: unknown }

/** The page with what the server answers. Returns what the page calls, with what its form sends. */
function open(search: string, read: Answer | ((path: string) => Answer), decided?: Answer) {
  cleanup()
  const calls: unknown[] = []
  const context = new RouterContextProvider()
  const send = ({ method, path, body }: { method: string; path: string; body?: string }) => {
    calls.push(method === 'POST' ? [path, JSON.parse(body ?? '')] : path)
    const answer =
      method === 'POST'
        ? (decided ?? { body: disputed() })
        : typeof read === 'function'
          ? read(path)
          : read
    return Promise.resolve({ status: 200, cookies: [], ...answer })
  }
  context.set(apiContext, createApi(send as never, { sent: null, received: [] }))
  const call = (handler: unknown) => (given: { params: object; request: Request }) =>
    (handler as (given: object) => unknown)({ ...given, context, url: new URL(given.request.url) })
  const path = '/admin/commissions/:id/decide'
  const Stub = createRoutesStub([
    {
      path,
      Component: DecisionPage as never,
      loader: call(decisionPage.loader),
      action: call(decisionPage.action),
      HydrateFallback: () => null,
    },
  ])
  render(<Stub initialEntries={[path.replace(':id', id) + search]} />)
  return calls
}

function write(label: RegExp, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

test('a decision says what it does, what the ledger will say and what both parties are told, and is sent with both texts', async () => {
  const calls = open('?outcome=release', { body: { commission: disputed(), decision } })
  const button = await screen.findByRole('button', { name: 'Pay the artist' })
  screen.getByText(
    'The recording is approved: £15.00 goes to the artist, and the customer can download it.',
  )
  const table = within(screen.getByRole('table', { name: 'What the ledger will say' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'AccountChange',
    'Held for commissions+£44.20',
    'Owed to artists−\u2060£15.00',
  ])
  write(/^Reason/, 'It is another song.')
  write(/^Note/, 'Heard it twice.')
  const preview = within(screen.getByRole('region', { name: 'Preview of what is sent' }))
  expect(preview.getAllByText(/will read, on the site and by email:$/)).toHaveLength(2)
  expect(preview.getAllByText(/It is another song\./)).toHaveLength(2)
  expect(preview.queryByText(/Heard it twice/)).toBeNull()
  fireEvent.click(button)
  await screen.findByText('The decision is stored.')
  const words = { reason: 'It is another song.', note: 'Heard it twice.' }
  expect(calls).toContainEqual([
    `/api/proxy/admin/disputes/${dispute.id}/decide`,
    { outcome: 'release', artistPart: '', ...words },
  ])
})

test('a part is typed first; then what it does is read, and that part is sent', async () => {
  open('?outcome=partial', { body: { commission: disputed(), decision: null } })
  await screen.findByRole('button', { name: 'Show what it does' })
  expect(screen.queryByRole('button', { name: 'Pay a part' })).toBeNull()
  const search = '?outcome=partial&artistPart=15.00'
  const calls = open(search, { body: { commission: disputed(), decision } })
  const button = await screen.findByRole('button', { name: 'Pay a part' })
  screen.getByText(/£15\.00 goes to the artist, £27\.50 back to the customer/)
  expect(screen.getByLabelText<HTMLInputElement>(/^The artist’s part/).value).toBe('15.00')
  write(/^Reason/, 'Half of it is fine.')
  fireEvent.click(button)
  await screen.findByText('The decision is stored.')
  expect(calls[0]).toBe(`/api/proxy/admin/commissions/${id}/decision${search}`)
  expect(calls).toContainEqual([
    expect.any(String),
    { outcome: 'partial', artistPart: '15.00', reason: 'Half of it is fine.', note: '' },
  ])
})

test('a part that cannot be paid is refused at its field, and nothing is decided', async () => {
  const issues = [{ path: ['artistPart'], message: partBlank }]
  const refused = { status: 400, body: { code: 'invalid_input', message: 'No.', issues } }
  open('?outcome=partial&artistPart=half', (path) =>
    path.includes('outcome') ? refused : { body: { commission: disputed(), decision: null } },
  )
  const field = await screen.findByLabelText<HTMLInputElement>(/^The artist’s part/)
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['half', 'true'])
  expect(screen.getByRole('link', { name: partBlank }).getAttribute('href')).toBe('#artistPart')
  expect(screen.queryByRole('button', { name: 'Pay a part' })).toBeNull()
})

test('a decision that is not possible any more is said, and has no form', async () => {
  const message = 'It has moved on.'
  const refused = { status: 409, body: { code: 'commission_moved', message } }
  open('?outcome=refund', (path) =>
    path.includes('outcome') ? refused : { body: { commission: disputed(), decision: null } },
  )
  await screen.findByText(message)
  expect(screen.queryByRole('button', { name: 'Refund the customer' })).toBeNull()
})

test('a revision that a suspension forbids is not offered, and the page says why', async () => {
  const banned = disputed({
    isFrozen: true,
    isPartyBanned: true,
    canDo: ['decideApproval', 'decideRefund'],
  })
  open('', { body: { commission: banned, decision: null } })
  await screen.findByText(/^A party is suspended\. Until that is lifted/)
  const ways = screen.getAllByRole('link', { name: /: Skylark in B flat$/ })
  expect(ways.map((way) => way.textContent)).toEqual([
    'Pay the artist',
    'Pay a part',
    'Refund the customer',
  ])
})

test('what is refused stands above what was typed', async () => {
  const refused = { status: 409, body: { code: 'dispute_decided', message: 'Look again.' } }
  open('?outcome=refund', { body: { commission: disputed(), decision } }, refused)
  const button = await screen.findByRole('button', { name: 'Refund the customer' })
  write(/^Reason/, 'It goes back.')
  fireEvent.click(button)
  await screen.findByText('Look again.')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('It goes back.')
})

test('without a dispute the frozen commission itself is decided', async () => {
  const frozen = disputed({ isDisputed: false, dispute: null, isFrozen: true })
  const calls = open('?outcome=refund', { body: { commission: frozen, decision } })
  const button = await screen.findByRole('button', { name: 'Refund the customer' })
  write(/^Reason/, 'It goes back.')
  fireEvent.click(button)
  await screen.findByText('The decision is stored.')
  expect(calls).toContainEqual([
    `/api/proxy/admin/commissions/${id}/decide`,
    expect.objectContaining({ outcome: 'refund', reason: 'It goes back.' }),
  ])
})

test('a granted revision books nothing, and is said to be a delivery and a request for changes more', async () => {
  const nothing = { artistPence: 0, refundPence: 0, postings: [], hasLosses: false }
  open('?outcome=extra_revision', { body: { commission: disputed(), decision: nothing } })
  await screen.findByText(
    /^The artist delivers once more, .* then has one more request for changes\./,
  )
  screen.getByText('Nothing is booked.')
  expect(screen.queryByRole('table')).toBeNull()
})

test.each([
  ['release', /^The recording is approved: £15\.00 goes to the artist, although the bank/],
  ['partial&artistPart=15', /^The recording is approved: £15\.00 goes to the artist, although the/],
  ['refund', /: the bank has given the money back to the customer already, /],
  ['extra_revision', /one more request for changes, although the bank has given the payment back/],
])('once the bank has given the payment back, %s says what that means', async (search, said) => {
  const commission = disputed({ isLostAtBank: true })
  const lost = { ...decision, hasLosses: true }
  open(`?outcome=${search}`, { body: { commission, decision: lost } })
  expect((await screen.findByText(said)).tagName).toBe('P')
  screen.getByText(/^What the bank has given back is booked within the hour/)
  screen.getByText('The payment went back to the customer')
})
