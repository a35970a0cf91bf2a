import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ReversalList } from '#contracts/reversals.ts'
import type { Sale, SaleList, SalesSummary } from '#contracts/sales.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import {
  exampleSale,
  exampleSaleList,
  exampleSummary,
  noSales,
} from '#web/artists/sales/example-sales.ts'
import ArtistSalesPage, { loader } from './artist-sales-page.tsx'

const pattern = '/artist-dashboard/sales'

const unavailable = { code: 'unavailable', message: 'Please try again in a moment.' }

type Answers = {
  role?: string | null
  status?: number
  list?: SaleList
  summary?: SalesSummary
  takenBack?: ReversalList
}

function visit(search: string, answers: Answers = {}) {
  const { role = 'artist', status = 200 } = answers
  const asked: string[] = []
  const url = new URL(`http://shop.test${pattern}${search}`)
  const context = new RouterContextProvider()
  const api = createApi(
    ({ path }) => {
      asked.push(path)
      if (path === '/api/proxy/auth/get-id-and-role')
        return Promise.resolve({ status: 200, cookies: [], body: { id: role && 'u1', role } })
      const { summary = exampleSummary(), list = exampleSaleList() } = answers
      const { takenBack = { owedPence: 0, reversals: [] } } = answers
      const body = path.startsWith('/api/artist/sales/summary')
        ? summary
        : path.startsWith('/api/artist/reversals')
          ? takenBack
          : list
      return Promise.resolve({ status, cookies: [], body: status === 200 ? body : unavailable })
    },
    { sent: null, received: [] },
  )
  context.set(apiContext, api)
  const args = { context, url, request: new Request(url), params: {}, pattern }
  return { asked, loaded: loader(args) }
}

async function open(search = '', answers: Answers = {}) {
  cleanup()
  const { asked, loaded } = visit(search, answers)
  const page = await loaded
  const visited: string[] = []
  const Stub = createRoutesStub([
    {
      id: 'page',
      path: pattern,
      Component: ArtistSalesPage,
      loader({ request }) {
        visited.push(new URL(request.url).search)
        return page
      },
    },
  ])
  render(<Stub initialEntries={[pattern + search]} hydrationData={{ loaderData: { page } }} />)
  return { asked, visited }
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => Array.from(row.children, (cell) => cell.textContent))

async function thrownBy(role: string | null) {
  const thrown: unknown = await visit('', { role }).loaded.catch((reason: unknown) => reason)
  return thrown instanceof Response ? thrown.headers.get('location') : null
}

test('a visitor is sent to the log-in, and a customer to the dashboard', async () => {
  expect(await thrownBy(null)).toBe('/login?next=%2Fartist-dashboard%2Fsales')
  expect(await thrownBy('customer')).toBe('/artist-dashboard')
})

test('the head says what was earned this month and in all, what is held and what waits, with the reason', async () => {
  await open('', {
    summary: exampleSummary({
      held: { ...noSales, sales: 2, artistPence: 8000 },
      unsent: { ...noSales, sales: 3, artistPence: 1500 },
      waiting: { ...noSales, sales: 1, artistPence: 500 },
      waitsFor: 'The set-up of your payment account is not finished.',
    }),
  })
  const sums = screen.getAllByRole('term').map((term) => term.parentElement?.textContent)
  expect(sums).toEqual([
    'Earned in November 2026£45.00',
    'Earned in all£57.50',
    'Held until approved£80.002 commissions',
    'Earned, not transferred yet£15.00£5.00 of it waits',
  ])
  screen.getByText('The set-up of your payment account is not finished.')
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('2 commissions')).toBe('/artist-dashboard/sales?state=held')
  expect(hrefOf('£5.00 of it waits')).toBe('/artist-dashboard/sales?state=waiting')
})

test('the plot has a bar for each month and kind, and the same as a table', async () => {
  await open()
  const plot = screen.getByRole('img', {
    name: '£57.50 earned in twelve months; the most, £45.00, in November 2026.',
  })
  const heights = Array.from(plot.querySelectorAll('rect'), (bar) =>
    Number(bar.getAttribute('height')).toFixed(1),
  )
  expect(heights).toHaveLength(24)
  expect(heights.slice(-6)).toEqual(['27.8', '0.0', '0.0', '0.0', '11.1', '88.9'])
  const [head, first, , third] = rowsOf('Earned by month')
  expect(head).toEqual(['Month', 'Sales', 'Tracks', 'Commissions', 'Together'])
  expect(first).toEqual(['November 2026', '2', '£5.00', '£40.00', '£45.00'])
  expect(third).toEqual(['September 2026', '3', '£12.50', '£0.00', '£12.50'])
  expect(screen.getByText('September 2026', { selector: 'a' }).getAttribute('href')).toBe(
    '/artist-dashboard/sales?month=2026-09',
  )
})

test('each sale says what was paid, what each fee took, and where the share is', async () => {
  const commission = {
    kind: 'commission',
    title: 'Danny Boy',
    trackId: null,
    commissionId: '0198f000-0000-7000-8000-0000000000c1',
    customerPence: 4420,
    platformFeePence: 150,
    processingFeePence: 20,
    artistPence: 1500,
    refundedPence: 2750,
    transfer: null,
  } as const
  const sales: Sale[] = [
    exampleSale(),
    exampleSale({
      ...commission,
      id: '2',
      state: 'waiting',
      waitsFor: 'We are holding this transfer while we look into a question.',
      countedAt: '2026-11-20T12:00:00.000Z',
    }),
    exampleSale({ id: '3', title: 'Withdrawn', trackId: null, state: 'owed', transfer: null }),
  ]
  await open('', { list: exampleSaleList({ sales }) })
  expect(rowsOf('Your sales').slice(1)).toEqual([
    [
      '05/11/2026',
      'SkylarkTrack',
      '£5.70',
      '£0.50',
      '£0.20',
      '£5.00',
      'At your account06/11/2026, with £8.33 in all: tr_…WxYz12',
    ],
    [
      '20/11/2026paid 05/11/2026',
      'Danny BoyCommission',
      '£44.20£27.50 sent back',
      '£1.50',
      '£0.20',
      '£15.00',
      'WaitingWe are holding this transfer while we look into a question.',
    ],
    [
      '05/11/2026',
      'WithdrawnTrack',
      '£5.70',
      '£0.50',
      '£0.20',
      '£5.00',
      'To be transferredSent to your account within minutes.',
    ],
  ])
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Skylark')).toBe(
    '/tracks/0198f000-0000-7000-8000-0000000000b1?from=artist-dashboard',
  )
  expect(hrefOf('Danny Boy')).toBe(`/commissions/${commission.commissionId}`)
  expect(screen.queryByRole('link', { name: 'Withdrawn' })).toBeNull()
})

test('a sale says in which payout its share is in the bank, what has paid a debt, and what was taken back', async () => {
  const transfer = {
    providerId: 'tr_1QabcdefghWxYz12',
    reference: null,
    sentAt: '2026-11-06T12:00:00.000Z',
    pence: 833,
    nettedPence: 0,
    place: 'bank',
    bankPayout: {
      id: 'po_1QabcdefghUvWx34',
      status: 'paid',
      arrivesAt: '2026-12-02T00:00:00.000Z',
    },
  } as const
  const part = { ...transfer, nettedPence: 200, place: 'account', bankPayout: null } as const
  const netted = { ...part, providerId: null, pence: 0, nettedPence: 500, place: 'netted' } as const
  const sales: Sale[] = [
    exampleSale({ transfer }),
    exampleSale({ id: '2', transfer: part, takenBack: [{ id: 'r', pence: 100, status: 'sent' }] }),
    exampleSale({ id: '3', transfer: netted }),
    exampleSale({ id: '4', transfer: { ...transfer, place: 'reversed' } }),
  ]
  await open('', { list: exampleSaleList({ sales }) })
  const sent = '06/11/2026, with £8.33 in all: tr_…WxYz12'
  const payout = 'Paid: the payout of 02/12/2026, po_…UvWx34'
  expect(rowsOf('Your sales').map((row) => row[6])).toEqual([
    'State',
    `In your bank${sent}${payout}`,
    `At your account${sent}£2.00 more has paid what you owed£1.00 goes back. It was taken back from your payment account.`,
    'Netted£5.00 has paid what you owed on 06/11/2026',
    `Reversed${sent}${payout}`,
  ])
})

test('the filters are the URL: they are asked for, shown, kept by paging and by the file, and changed by a choice', async () => {
  const search = '?month=2026-08&kind=track&state=owed&page=2'
  const list = exampleSaleList({ totalPages: 3, currentPage: 2 })
  const { asked, visited } = await open(search, { list })
  expect(asked).toContain('/api/artist/sales?month=2026-08&kind=track&state=owed&page=2')
  const valueOf = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value
  expect(['Month', 'Kind', 'State'].map(valueOf)).toEqual(['2026-08', 'track', 'owed'])
  const months = within(screen.getByRole('combobox', { name: 'Month' })).getAllByRole('option')
  expect(months.map(({ textContent }) => textContent)).toEqual([
    'All',
    'August 2026',
    'November 2026',
    'September 2026',
  ])
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  const filter = 'month=2026-08&kind=track&state=owed'
  expect(hrefOf('Next')).toBe(`/artist-dashboard/sales?${filter}&page=3`)
  expect(hrefOf('Save as CSV')).toBe(`/api/artist/sales.csv?${filter}`)
  expect(screen.getByRole('status').textContent).toBe(
    '1 sale: singers paid £5.70, platform fees £0.50, processing fees £0.20, your share £5.00.',
  )
  fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), {
    target: { value: 'commission' },
  })
  await waitFor(() => expect(visited).toEqual(['?month=2026-08&kind=commission&state=owed']))
})

test('an artist without sales reads what to do first, and a filter without sales the way to all of them', async () => {
  await open('', { list: exampleSaleList({ sales: [], months: [] }), summary: exampleSummary() })
  screen.getByRole('heading', { name: 'No sales yet' })
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Upload a track')).toBe('/artist-dashboard?upload=new')
  expect(hrefOf('Take commissions')).toBe('/artist-dashboard/commissions')
  expect(screen.queryByRole('search')).toBeNull()

  await open('?state=held', { list: exampleSaleList({ sales: [], heldPence: 4000 }) })
  expect(screen.getByRole('status').textContent).toMatch(/your share £5\.00, of it £40\.00 held\.$/)
  screen.getByRole('heading', { name: 'No sales here' })
  expect(hrefOf('Show all sales')).toBe(pattern)
})

test('sales that could not be loaded are no empty list', async () => {
  await open('', { status: 503 })
  expect(within(screen.getByRole('alert')).getByRole('heading').textContent).toBe(
    'Your sales could not be loaded',
  )
  screen.getByRole('button', { name: 'Try Again' })
})

test('what goes back is said with its sale and cause, what is owed, and which sales have paid it', async () => {
  const at = '2026-11-06T12:00:00.000Z'
  const reversal = {
    id: '0198f000-0000-7000-8000-0000000000c1',
    titles: ['Skylark'],
    cause: 'refund' as const,
    status: 'refused' as const,
    pence: 500,
    leftPence: 300,
    createdAt: at,
    nettings: [{ titles: ['Birch', 'Cedar'], pence: 200, at }],
  }
  await open('', { takenBack: { owedPence: 300, reversals: [reversal] } })
  const section = within(screen.getByRole('region', { name: 'Taken back' }))
  section.getByText('You owe £3.00.')
  const texts = section.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual([
    expect.stringContaining(
      '£5.00 of Skylark, 06/11/2026: it was refunded to the customer.It could not be taken from your payment account, so you owe it. £3.00 is left.',
    ),
    '£2.00 paid by Birch, Cedar, 06/11/2026',
  ])
  await open()
  expect(screen.queryByRole('region', { name: 'Taken back' })).toBeNull()
})
