import { render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { ArtistMargin } from '#contracts/admin/margins.ts'
import type { PlatformMoney } from '#contracts/admin/platform-balance.ts'
import { MarginTable, PriceTable } from '#web/admin/money/margins.tsx'
import { AmountForm, ConfirmForm } from '#web/admin/money/pay-out-form.tsx'
import { PlatformBalance } from '#web/admin/money/platform-balance.tsx'

const money: PlatformMoney = {
  balance: {
    balancePence: 100_000,
    availablePence: 90_000,
    heldPence: 40_000,
    artistsPence: 20_000,
    customersPence: 5_000,
    unexplainedPence: 0,
    vatPence: 0,
    reservePence: 20_000,
    earnedPence: 15_000,
  },
  offeredPence: 15_000,
  payouts: [],
  aged: [],
  agedCount: 0,
  openDifferences: { count: 0, oldestDays: null },
}

function show(element: React.ReactElement) {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  render(<Stub />)
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => Array.from(row.children, (cell) => cell.textContent))

test('admins read whose the balance is, with what is unexplained or VAT only where there is any', () => {
  show(<PlatformBalance money={money} />)
  expect(rowsOf('Whose the money is')).toEqual([
    ['Part', 'Amount'],
    ['Held for commissions', '£400.00'],
    ['Owed to artists', '£200.00'],
    ['Owed to customers', '£50.00'],
    ['Reserve', '£200.00'],
    ['Earned', '£150.00'],
    ['Balance', '£1,000.00, of it £900.00 available'],
  ])
  const link = screen.getByRole('link', { name: 'Pay out' })
  expect(link.getAttribute('href')).toBe('/admin/money/pay-out')
  expect(screen.queryByRole('heading', { name: 'Waiting long' })).toBeNull()
})

test('what waits long has its day and its page, and each payout its state', () => {
  const balance = { ...money.balance, unexplainedPence: 300, vatPence: 100 }
  const paidAt = '2026-09-01T12:00:00.000Z'
  show(
    <PlatformBalance
      money={{
        ...money,
        balance,
        offeredPence: 0,
        payouts: [
          {
            id: '1',
            pence: 700,
            status: 'returned',
            orderedBy: 'Ada',
            createdAt: '2026-11-01T12:00:00.000Z',
            providerId: 'po_1',
            problem: null,
          },
          {
            id: '2',
            pence: 800,
            status: 'refused',
            orderedBy: null,
            createdAt: '2026-10-01T12:00:00.000Z',
            providerId: null,
            problem: 'Payouts are disabled.',
          },
        ],
        aged: [
          { kind: 'commission', id: 'c1', name: 'Danny Boy', pence: 4420, paidAt, day: 85 },
          { kind: 'transfer', id: 't1', name: 'Rosa', pence: 500, paidAt, day: 60 },
        ],
        agedCount: 7,
      }}
    />,
  )
  expect(rowsOf('Whose the money is').slice(4, 6)).toEqual([
    ['Unexplained', '£3.00'],
    ['VAT', '£1.00'],
  ])
  expect(screen.queryByRole('link', { name: 'Pay out' })).toBeNull()
  screen.getByText(/^Nothing can be paid to our bank now/)
  expect(rowsOf('Waiting long').slice(1)).toEqual([
    ['01/09/2026', 'Commission Danny Boy', '£44.20', '85'],
    ['01/09/2026', 'Transfer to Rosa', '£5.00', '60'],
  ])
  expect(screen.getByText(/The oldest 2 of 7/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Transfer to Rosa' }).getAttribute('href')).toBe(
    '/admin/transfers/t1',
  )
  expect(rowsOf('Payouts to our bank').slice(1)).toEqual([
    ['01/11/2026', '£7.00', 'Came back', 'Adapo_1'],
    [
      '01/10/2026',
      '£8.00',
      'Refused: nothing was paid outPayouts are disabled.',
      'Made at the card provider',
    ],
  ])
})

test.each([
  [1, 0, '1 open difference', '1 open difference. Age of the oldest: less than a day.'],
  [1234, 3, '1,234 open differences', '1,234 open differences. Age of the oldest: 3 days.'],
  [0, null, 'The closed days', 'No difference is open. The closed days'],
])(
  'with %i open differences admins read so beside the balance, with the age of the oldest and a link',
  (count, oldestDays, name, text) => {
    show(<PlatformBalance money={{ ...money, openDifferences: { count, oldestDays } }} />)
    const link = screen.getByRole('link', { name })
    expect(link.getAttribute('href')).toBe('/admin/reconciliation')
    expect(link.parentElement?.textContent).toBe(text)
  },
)

test('a payout begins with what is offered, and shows what it books before it asks for a reason and a code', () => {
  show(
    <>
      <AmountForm offeredPence={15_000} amount={null} refused={undefined} isPending={false} />
      <ConfirmForm
        preview={{
          pence: 12_345,
          postings: [
            { account: 'stripe_available', pence: -12_345 },
            { account: 'in_transit_to_bank', pence: 12_345 },
          ],
          earnedAfterPence: 2_655,
        }}
        amount="123.45"
        actionData={undefined}
        isPending={false}
      />
    </>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount in pounds' })
  expect(field.value).toBe('150.00')
  screen.getByText(/£26\.55 of what is earned stays/)
  expect(rowsOf('What the ledger will say').slice(1)).toEqual([
    ['Balance, available', '−\u2060£123.45'],
    ['In transit to the bank', '+£123.45'],
  ])
  screen.getByRole('textbox', { name: /^Reason/ })
  screen.getByRole('textbox', { name: 'Code of your authenticator app' })
  screen.getByRole('button', { name: 'Pay out' })
})

test('an artist whose sales lose money is marked, and the table of prices says from when on they do not', () => {
  const margin = (changes: Partial<ArtistMargin>): ArtistMargin => ({
    artist: { id: 'a1', name: 'Rosa' },
    sales: 2,
    feePence: 140,
    cardFeePence: 58,
    accountFeePence: 211,
    keptPence: -129,
    ...changes,
  })
  const artist = { id: 'a2', name: 'Tom' }
  show(
    <>
      <MarginTable
        margins={[
          margin({}),
          margin({
            artist,
            sales: 0,
            feePence: 0,
            cardFeePence: 0,
            accountFeePence: 0,
            keptPence: 0,
          }),
        ]}
      />
      <PriceTable />
    </>,
  )
  expect(rowsOf('What we keep of artists’ sales').slice(1)).toEqual([
    ['Rosa', '2', '£1.40', '£0.58', '£2.11', '−\u2060£1.29Loses money', '−\u2060£0.64'],
    ['Tom', '0', '£0.00', '£0.00', '£0.00', '£0.00', '–'],
  ])
  expect(rowsOf('What we keep of a sale, by price and sales a month')[3]?.slice(0, 5)).toEqual([
    '£5.00',
    '−\u2060£1.70',
    '−\u2060£0.65',
    '−\u2060£0.02',
    '£0.19',
  ])
})
