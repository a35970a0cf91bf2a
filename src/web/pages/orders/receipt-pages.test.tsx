import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { PaymentList, Receipt } from '#contracts/receipts.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import ReceiptPage, { loader, meta } from './receipt-page.tsx'
import ReceiptsPage from './receipts-page.tsx'

const receipt: Receipt = {
  number: 'UND-000012',
  issuedAt: '2026-03-05T12:00:00.000Z',
  commissionId: null,
  seller: { name: 'Undersong', address: ['1 Green Lane', 'Leeds LS1 1AA'], vatNumber: 'GB 1' },
  buyer: { name: 'Mia Sings', email: 'mia@example.com' },
  lines: [
    {
      id: '1',
      title: 'Skylark',
      artist: 'Rosa Lindqvist',
      keySignature: 'F#m',
      pence: 570,
      vatPence: null,
    },
    {
      id: '2',
      title: 'Skylark',
      artist: 'Tom Adeyemi',
      keySignature: null,
      pence: 350,
      vatPence: null,
    },
  ],
  totalPence: 920,
  vat: null,
  cardLast4: '4242',
  refunds: [],
  refundedPence: 0,
}

function show(shown: Receipt) {
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: ReceiptPage }])
  render(<Stub hydrationData={{ loaderData: { page: shown } }} />)
}

function visit(status: number, body: unknown) {
  const url = new URL('http://shop.test/receipts/UND-000012')
  const context = new RouterContextProvider()
  const send = () => Promise.resolve({ status, cookies: [], body })
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  const params = { number: 'UND-000012' }
  return loader({ context, url, request: new Request(url), params, pattern: '' }).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  )
}

const rows = () => screen.getAllByRole('row').map((row) => row.textContent)

test('a receipt shows number, date, both parties, each line with its key and the total, and can be printed', () => {
  show(receipt)
  expect(meta({ loaderData: receipt })).toContainEqual({ title: 'Receipt UND-000012 | Undersong' })
  const text = screen.getByRole('article').textContent
  for (const part of [
    'UND-000012',
    '05/03/2026',
    'by card ending 4242',
    '1 Green Lane',
    'VAT number GB 1',
  ]) {
    expect(text).toContain(part)
  }
  for (const part of ['Mia Sings', 'mia@example.com']) expect(text).toContain(part)
  expect(rows()).toEqual([
    'TrackPrice',
    'Skylarkrecorded by Rosa LindqvistKey F♯mKey of F sharp minor£5.70',
    'Skylarkrecorded by Tom Adeyemi£3.50',
    'Total£9.20',
  ])
  screen.getByRole('button', { name: 'Print' })
  const link = screen.getByRole('link', { name: 'Something wrong with it?' })
  expect(link.getAttribute('href')).toBe('/contact?receipt=UND-000012')
})

test('a receipt of the platform says what VAT each price and the total contain, also after a refund', () => {
  const [skylark, other] = receipt.lines
  if (!skylark || !other) throw new Error('It has two lines.')
  const refund = { id: 'r', title: 'Skylark', pence: 350, cause: 'given_back' } as const
  show({
    ...receipt,
    lines: [
      { ...skylark, vatPence: 95 },
      { ...other, vatPence: 58 },
    ],
    vat: { number: 'GB 2', rate: 1_750, netPence: 767, vatPence: 153, refundedPence: 58 },
    refunds: [{ ...refund, state: 'sent', sentAt: '2026-03-06T12:00:00.000Z', reference: null }],
    refundedPence: 350,
  })
  // The number of the day of the payment, and not today’s.
  expect(screen.getByRole('article').textContent).toContain('VAT number GB 2')
  expect(screen.getByRole('article').textContent).not.toContain('GB 1')
  const shown = rows()
  expect(shown[1]).toContain('with £0.95 of VAT')
  expect(shown[2]).toContain('with £0.58 of VAT')
  expect(shown.slice(3, 6)).toEqual([
    'Total£9.20',
    'of which VAT at 17.5%£1.53',
    'without VAT£7.67',
  ])
  expect(shown.slice(-2)).toEqual([
    'Total after refunds£5.70',
    'of which VAT at 17.5% after refunds£0.95',
  ])
})

test('the receipt of a commission leads to it, and no other does', () => {
  const link = () => screen.queryByRole('link', { name: 'See the commission' })
  show(receipt)
  expect(link()).toBeNull()
  cleanup()
  show({ ...receipt, commissionId: '0198f000-0000-7000-8000-0000000000c1' })
  expect(link()?.getAttribute('href')).toBe('/commissions/0198f000-0000-7000-8000-0000000000c1')
})

test('a receipt from before the digits of cards were stored says that it was paid by card', () => {
  show({ ...receipt, cardLast4: null })
  expect(screen.getByText('Paid').nextElementSibling?.textContent).toBe('by card')
})

const sentNever = { sentAt: null, reference: null }

test('refunds are on the receipt with their cause: those that were sent lower the total', () => {
  show({
    ...receipt,
    refunds: [
      {
        id: '1',
        title: 'Skylark',
        pence: 570,
        cause: 'owned',
        state: 'sent',
        sentAt: '2026-03-06T12:00:00.000Z',
        reference: null,
      },
      { id: '2', title: null, pence: 350, cause: 'unavailable', ...sentNever, state: 'on_its_way' },
    ],
    refundedPence: 570,
  })
  expect(rows().slice(-3)).toEqual([
    'Refunded: Skylark, 06/03/2026was yours already−\u2060£5.70',
    'Refund on its wayhad been taken off the site−\u2060£3.50',
    'Total after refunds£3.50',
  ])
})

test.each([
  [404, 'not_found'],
  [400, 'invalid_input'],
])('another customer’s receipt, or no number (%i), is not found', async (status, code) => {
  const result = await visit(status, { code, message: 'x' })
  expect(result).toMatchObject({ thrown: { init: { status: 404 } } })
})

const payment: PaymentList['payments'][number] = {
  id: '0198f000-0000-7000-8000-0000000000d1',
  number: 'UND-000012',
  paidAt: receipt.issuedAt,
  tracks: 2,
  commission: null,
  totalPence: 920,
  heldPence: 0,
  isWithTeam: false,
  refunds: [],
}
const refund = {
  id: '0198f000-0000-7000-8000-0000000000d2',
  pence: 570,
  cause: 'owned' as const,
  state: 'sent' as const,
  sentAt: receipt.issuedAt,
}

function list(payments: PaymentList['payments'], others: Partial<PaymentList> = {}) {
  const page: PaymentList = {
    payments,
    heldPence: 0,
    withTeamPence: 0,
    returningPence: 0,
    unreturnedPence: 0,
    totalPages: 1,
    currentPage: 1,
    ...others,
  }
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: ReceiptsPage }])
  render(<Stub hydrationData={{ loaderData: { page } }} />)
}

test('the list links to each receipt, and to further pages', () => {
  list([{ ...payment, refunds: [refund] }], { totalPages: 3, currentPage: 2 })
  const row = within(screen.getByRole('listitem'))
  expect(row.getByRole('link', { name: 'UND-000012' }).getAttribute('href')).toBe(
    '/receipts/UND-000012',
  )
  expect(screen.getByRole('listitem').textContent).toBe(
    'UND-00001205/03/2026 · 2 tracks£9.20£5.70 sent back to your card',
  )
  const next = screen.getByRole('link', { name: 'Next' })
  expect(next.getAttribute('href')).toBe('/receipts?page=3')
  expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/receipts')
  expect(screen.queryByText('Held until you approve')).toBeNull()
})

test('what is held, on its way back and sent back is listed with its payment, and summed above', () => {
  const commission = { id: '0198f000-0000-7000-8000-0000000000c1', name: 'Skylark in D' }
  const paid = { ...payment, tracks: 0, commission, totalPence: 4420 }
  const [held, parted] = ['UND-000013', 'UND-000014']
  const part = { ...refund, pence: 2750, cause: 'commission_part' as const }
  list(
    [
      { ...paid, id: '1', number: held, heldPence: 4420 },
      {
        ...paid,
        id: '2',
        number: parted,
        refunds: [{ ...part, state: 'on_its_way', sentAt: null }],
      },
      {
        ...payment,
        id: '3',
        number: null,
        refunds: [{ ...refund, cause: 'paid_twice', state: 'returned', sentAt: null }],
      },
    ],
    { heldPence: 4420, returningPence: 3320 },
  )
  const title = 'Custom track: Skylark in D'
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    `UND-00001305/03/2026 · ${title}£44.20£44.20 held until you approve`,
    `UND-00001405/03/2026 · ${title}£44.20£27.50 on its way back to your card`,
    'No receipt: was paid already05/03/2026 · 2 tracks£9.20£5.70 did not arrive on your card, and is sent again',
  ])
  for (const link of screen.getAllByRole('link', { name: title }))
    expect(link.getAttribute('href')).toBe(`/commissions/${commission.id}`)
  const sums = screen.getAllByRole('term').map((term) => term.parentElement?.textContent)
  expect(sums).toEqual(['Held until you approve£44.20', 'On its way back to you£33.20'])
})

test.each([
  ['returned', null, 'Refund did not arrive, and is sent againwas yours already'],
  ['disputed', null, 'Disputed: your bank decideswas yours already'],
  ['failed', null, 'Refund could not be sent: our team looks into itwas yours already'],
  ['settled', 'FPS 17', 'Refunded in another waywas yours alreadyReference: FPS 17'],
] as const)('a receipt says of a refund that is %s (%s): “%s”', (state, reference, words) => {
  show({
    ...receipt,
    refunds: [{ id: '1', title: null, pence: 570, cause: 'owned', ...sentNever, state, reference }],
  })
  expect(rows().at(-1)).toBe(`${words}−\u2060£5.70`)
})

test('what our team decides about, and what could not be sent back, have sums of their own, the latter with a link to write to us', () => {
  const link = () => screen.queryByRole('link', { name: 'Write to us' })
  list([payment], { heldPence: 4420, withTeamPence: 1000, returningPence: 3320 })
  expect(link()).toBeNull()
  cleanup()
  const commission = { id: '0198f000-0000-7000-8000-0000000000c1', name: 'Skylark in D' }
  list(
    [
      { ...payment, tracks: 0, commission, heldPence: 1000, isWithTeam: true },
      { ...payment, id: '2', refunds: [{ ...refund, state: 'failed', sentAt: null }] },
    ],
    { withTeamPence: 1000, unreturnedPence: 570 },
  )
  const [disputed, unreturned] = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(disputed).toContain('£10.00 held until our team has decided')
  expect(unreturned).toContain('£5.70 could not be sent back to your card: our team looks into it')
  const sums = screen.getAllByRole('term').map((term) => term.parentElement?.textContent)
  expect(sums).toEqual([
    'Held until our team has decided£10.00',
    'Could not be sent back: our team looks into it£5.70',
  ])
  expect(link()?.getAttribute('href')).toBe('/contact?subject=purchase')
})

test('a user without purchases sees a link to the tracks instead of receipts', () => {
  list([])
  screen.getByRole('heading', { name: 'No receipts yet' })
  expect(screen.getByRole('link', { name: 'Browse tracks' }).getAttribute('href')).toBe('/tracks')
})
