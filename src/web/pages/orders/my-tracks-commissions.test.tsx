import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exampleCommission } from '#web/commissions/example-commission.ts'
import { exampleOwned } from '#web/orders/example-owned.ts'
import { noCommissions, openMyTracks } from '../../../../tests/support/pages/my-tracks-page.tsx'

const owned = exampleOwned()
const waiting = exampleCommission()
const accepted = exampleCommission({
  id: '0198f000-0000-7000-8000-0000000000c2',
  name: 'Danny Boy',
  status: 'requested',
})

test('while commissions are open they stand above the tracks: what is next, by when, and where', async () => {
  const commissions = {
    ...noCommissions,
    commissions: [accepted, waiting],
    allCommissions: 90,
    totalCommissions: 42,
    totalPages: 3,
    currentPage: 2,
  }
  const calls = await openMyTracks([owned], { search: '?commissionsPage=2', commissions })
  expect(calls).toContain('/api/commissions?as=customer&state=open&page=2')
  const part = screen.getByRole('region', { name: 'Your commissions' })
  const tracks = screen.getByRole('region', { name: 'Everything you own' })
  expect(part.compareDocumentPosition(tracks)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const [first, second] = within(part)
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.closest('li'))
  for (const text of [
    'By Rosa · £44.20',
    'Your turn: Confirm and pay, so that the work can begin.',
    'Waiting for payment',
  ])
    expect(first?.textContent).toContain(text)
  expect(first?.querySelector('time')?.dateTime).toBe(accepted.payBy)
  expect(second?.textContent).toContain('Rosa reviews the request.')
  const links = within(part).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/my-tracks?commissions=all',
    '/my-tracks',
    '/my-tracks?commissions=done',
    '/my-tracks?commissions=ended',
    `/commissions/${accepted.id}`,
    `/commissions/${waiting.id}`,
    '/my-tracks',
    '/my-tracks?commissionsPage=3',
  ])
})

const ended = exampleCommission({ status: 'cancelled', statusReason: 'delivery_overdue' })
const oneEnded = { ...noCommissions, commissions: [ended], allCommissions: 1, totalCommissions: 1 }
const commissionsLink = () => screen.queryByRole('link', { name: 'Commissions' })

test('without an open commission the list is closed, and a link leads to all of them', async () => {
  await openMyTracks([owned])
  expect(screen.queryByRole('region', { name: 'Your commissions' })).toBeNull()
  expect(commissionsLink()).toBeNull()

  await openMyTracks([owned], { commissions: { ...noCommissions, allCommissions: 1 } })
  expect(screen.queryByRole('region', { name: 'Your commissions' })).toBeNull()
  expect(commissionsLink()?.getAttribute('href')).toBe('/my-tracks?commissions=all')

  const calls = await openMyTracks([owned], { search: '?commissions=all', commissions: oneEnded })
  expect(calls).toContain('/api/commissions?as=customer&page=1')
  expect(commissionsLink()).toBeNull()
  screen.getByRole('link', { name: ended.name })
})

test('ended commissions are a part of the list, page by page, and stay while the tracks are paged', async () => {
  const calls = await openMyTracks([owned], {
    search: '?query=sky&page=2&commissions=ended&commissionsPage=2',
    totalPages: 3,
    currentPage: 2,
    commissions: { ...oneEnded, totalPages: 3, currentPage: 2 },
  })
  expect(calls).toContain('/api/commissions?as=customer&state=ended&page=2')
  const part = within(screen.getByRole('region', { name: 'Your commissions' }))
  expect(part.getByRole('link', { name: ended.name }).getAttribute('href')).toBe(
    `/commissions/${ended.id}`,
  )
  expect(part.getByRole('link', { current: 'page' }).textContent).toBe('Ended')
  const [listed, tracks] = screen.getAllByRole('link', { name: 'Next' })
  expect([listed, tracks].map((link) => link?.getAttribute('href'))).toEqual([
    '/my-tracks?query=sky&commissions=ended&commissionsPage=3&page=2',
    '/my-tracks?query=sky&commissions=ended&commissionsPage=2&page=3',
  ])
})

test('a part without commissions says so', async () => {
  await openMyTracks([owned], {
    search: '?commissions=done',
    commissions: { ...noCommissions, allCommissions: 1 },
  })
  expect(screen.queryByRole('heading', { name: 'No commissions here' })).not.toBeNull()
})

const receipts = {
  totalPages: 1,
  currentPage: 1,
  heldPence: 0,
  withTeamPence: 0,
  returningPence: 0,
  unreturnedPence: 0,
  payments: [
    {
      id: '0198f000-0000-7000-8000-0000000000d1',
      number: 'UND-000012',
      paidAt: owned.boughtAt,
      tracks: 0,
      commission: { id: ended.id, name: ended.name },
      totalPence: 4420,
      heldPence: 0,
      isWithTeam: false,
      refunds: [],
    },
  ],
}

test.each([
  ['nothing', {}, [], 'Nothing here yet'],
  [
    'an ended commission',
    { commissions: { ...noCommissions, allCommissions: 1 } },
    ['Commissions', 'Receipts'],
    'No tracks yet',
  ],
  ['a receipt', { receipts }, ['Receipts'], 'No tracks yet'],
] as const)(
  'a customer without tracks who has %s finds it',
  async (_what, others, links, title) => {
    await openMyTracks([], others)
    screen.getByRole('heading', { name: title })
    const named = ['Commissions', 'Receipts', 'Download all']
    expect(named.filter((name) => screen.queryByRole('link', { name }) !== null)).toEqual(links)
  },
)
