import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Receipt } from '#contracts/receipts.ts'
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
    { id: '1', title: 'Skylark', artist: 'Rosa Lindqvist', keySignature: 'F#m', pence: 570 },
    { id: '2', title: 'Skylark', artist: 'Tom Adeyemi', keySignature: null, pence: 350 },
  ],
  totalPence: 920,
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
      },
      { id: '2', title: null, pence: 350, cause: 'unavailable', state: 'pending', sentAt: null },
    ],
    refundedPence: 570,
  })
  expect(rows().slice(-3)).toEqual([
    'Refunded: Skylark, 06/03/2026was yours already−£5.70',
    'Refund on its wayhad been taken off the site−£3.50',
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

test('the list links to each receipt, and to further pages', () => {
  const one = { number: 'UND-000012', issuedAt: receipt.issuedAt, tracks: 2, totalPence: 920 }
  const receipts = [{ ...one, commission: null, refundedPence: 570 }]
  const loaderData = { page: { receipts, totalPages: 3, currentPage: 2 } }
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: ReceiptsPage }])
  render(<Stub hydrationData={{ loaderData }} />)
  const row = within(screen.getByRole('listitem'))
  expect(row.getByRole('link', { name: 'UND-000012' }).getAttribute('href')).toBe(
    '/receipts/UND-000012',
  )
  expect(screen.getByRole('listitem').textContent).toBe(
    'UND-00001205/03/2026 · 2 tracks, £5.70 refunded£9.20',
  )
  const next = screen.getByRole('link', { name: 'Next' })
  expect(next.getAttribute('href')).toBe('/receipts?page=3')
  expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/receipts')
})

test('the receipt of a commission is listed by its name', () => {
  const paid = { number: 'UND-000013', issuedAt: receipt.issuedAt, tracks: 0, totalPence: 4420 }
  const receipts = [{ ...paid, commission: 'Skylark in D', refundedPence: 0 }]
  const loaderData = { page: { receipts, totalPages: 1, currentPage: 1 } }
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: ReceiptsPage }])
  render(<Stub hydrationData={{ loaderData }} />)
  expect(screen.getByRole('listitem').textContent).toBe(
    'UND-00001305/03/2026 · Custom track: Skylark in D£44.20',
  )
})

test('a user without purchases sees a link to the tracks instead of receipts', () => {
  const loaderData = { page: { receipts: [], totalPages: 1, currentPage: 1 } }
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: ReceiptsPage }])
  render(<Stub hydrationData={{ loaderData }} />)
  screen.getByRole('heading', { name: 'No receipts yet' })
  expect(screen.getByRole('link', { name: 'Browse tracks' }).getAttribute('href')).toBe('/tracks')
})
