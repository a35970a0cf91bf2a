import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerAccounts, type LedgerAccount } from './ledger-accounts.ts'
import {
  agedDay,
  offeredPence,
  platformBalance,
  type AccountSums,
  type PlatformBalance,
} from './platform-balance.ts'

// The keys of the table.
const names = Object.keys(ledgerAccounts) as LedgerAccount[]

const sumsOf = (some: Partial<AccountSums>): AccountSums => ({
  ...(Object.fromEntries(names.map((name) => [name, 0])) as AccountSums),
  ...some,
})

const partsOf = (balance: PlatformBalance) =>
  balance.heldPence +
  balance.artistsPence +
  balance.customersPence +
  balance.unexplainedPence +
  balance.vatPence +
  balance.reservePence +
  balance.earnedPence

test('whatever the accounts have, the parts are the balance', () => {
  const anyPence = fc.integer({ min: -1_000_000, max: 1_000_000 })
  const anySums = fc.record(Object.fromEntries(names.map((name) => [name, anyPence])))
  fc.assert(
    fc.property(anySums, fc.integer({ min: 0, max: 100_000 }), (some, reserve) => {
      const sums = sumsOf(some)
      const balance = platformBalance(sums, reserve)
      expect(balance.balancePence).toBe(sums.stripe_pending + sums.stripe_available)
      expect(partsOf(balance)).toBe(balance.balancePence)
      expect(balance.reservePence).toBeGreaterThanOrEqual(0)
      expect(balance.reservePence).toBeLessThanOrEqual(reserve)
      const offered = offeredPence(balance)
      expect(offered === 0 || offered <= balance.earnedPence).toBe(true)
      expect(offered === 0 || offered <= balance.availablePence).toBe(true)
    }),
  )
})

test('what belongs to others is never offered, nor is the reserve', () => {
  const sums = sumsOf({
    stripe_available: 100_000,
    commission_held: -40_000,
    artist_payable: -20_000,
    customer_payable: -5_000,
    // Has left for customers already.
    refunds_in_transit: 2_000,
    vat: -1_000,
    unexplained: -300,
  })
  const balance = platformBalance(sums, 10_000)
  expect(balance).toEqual({
    balancePence: 100_000,
    availablePence: 100_000,
    heldPence: 40_000,
    artistsPence: 20_000,
    customersPence: 3_000,
    unexplainedPence: 300,
    vatPence: 1_000,
    reservePence: 10_000,
    earnedPence: 25_700,
  })
  expect(offeredPence(balance)).toBe(25_700)
})

test('money of the bank’s dispute is not there, and a debt of an artist is no money', () => {
  const balance = platformBalance(
    sumsOf({ stripe_available: 10_000, disputed: 5_000, artist_receivable: 5_000 }),
    0,
  )
  expect(balance.earnedPence).toBe(10_000)
})

test('what could not be sent to an artist is theirs, and never earned', () => {
  const sums = sumsOf({ stripe_available: 1_000, artist_payable: -300, unclaimed: -500 })
  const { artistsPence, earnedPence } = platformBalance(sums, 0)
  expect([artistsPence, earnedPence]).toEqual([800, 200])
})

test('a balance that does not cover what belongs to others has no reserve, and offers nothing', () => {
  const balance = platformBalance(sumsOf({ stripe_available: 500, artist_payable: -800 }), 10_000)
  expect([balance.reservePence, balance.earnedPence, offeredPence(balance)]).toEqual([0, -300, 0])
})

test.each([
  [99, 99, 0],
  [100, 100, 100],
  // What is pending cannot leave yet.
  [5_000, 700, 700],
])(
  'of %i pence that are earned, with %i available, %i are offered',
  (earned, available, offered) => {
    const sums = sumsOf({ stripe_available: available, stripe_pending: earned - available })
    expect(offeredPence(platformBalance(sums, 0))).toBe(offered)
  },
)

test.each([
  [59.9, null],
  [60, 60],
  [74, 60],
  [75, 75],
  [84.9, 75],
  [85, 85],
  [100, 85],
])('money that was paid %d days ago stands at day %j', (days, expected) => {
  const now = new Date('2026-11-28T12:00:00Z')
  expect(agedDay(new Date(now.getTime() - days * 86_400_000), now)).toBe(expected)
})
