import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ArtistMargin } from '#contracts/admin/margins.ts'
import type { UserRecord } from '#contracts/admin/users.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { readBalance } from '../../../tests/support/money/provider-balance.ts'
import {
  compareAccounts,
  createSeller,
  sellTo,
  untilPayout,
} from '../../../tests/support/payouts/bank-payouts.ts'
import { ledgerOf } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'

type Margins = { margins: ArtistMargin[]; total: number; losing: number }

const marginsOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/admin/margins', { as })).json<Margins>()

async function renew(app: TestApp): Promise<void> {
  await addJob(app.db, 'renew_artist_months', {})
  await app.work()
}

test('what the provider takes for accounts is spread over the artists that it has paid, and admins read whose sales lose money', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const few = await createSeller(app, 300)
  const many = await createSeller(app, 10_000)
  await sellTo(app, many.artist, 10_000)
  const [fee, otherFee] = [30 + 20, 1000 + 20]
  const [cardFee, otherCardFee] = [25, 20 + 165]
  await renew(app)
  expect(await marginsOf(app, admin)).toEqual({
    margins: [
      {
        artist: { id: few.artist.id, name: few.artist.username },
        sales: 1,
        feePence: fee,
        cardFeePence: cardFee,
        accountFeePence: 0,
        keptPence: fee - cardFee,
      },
      {
        artist: { id: many.artist.id, name: many.artist.username },
        sales: 2,
        feePence: 2 * otherFee,
        cardFeePence: 2 * otherCardFee,
        accountFeePence: 0,
        keptPence: 2 * (otherFee - otherCardFee),
      },
    ],
    total: 2,
    losing: 0,
    totalPages: 1,
    currentPage: 1,
  })

  // The banks are paid, and on the first of the next month the provider takes its fees.
  await compareAccounts(app)
  await untilPayout(app)
  await compareAccounts(app)
  await app.clock.move({ days: 1 })
  await untilPayout(app)
  await compareAccounts(app)
  await readBalance(app)
  const { account_fees: taken = 0 } = await ledgerOf(app)
  expect(taken).toBeGreaterThan(400)
  await renew(app)
  await renew(app)
  const { margins, losing } = await marginsOf(app, admin)
  expect(margins.reduce((sum, one) => sum + one.accountFeePence, 0)).toBe(taken)
  const [first, second] = margins
  expect([first?.artist.id, second?.artist.id]).toEqual([few.artist.id, many.artist.id])
  // £2.00, 10p and 1p of £3.00; the other one's payout costs 50p more.
  expect(first?.accountFeePence).toBe(211)
  expect(first?.keptPence).toBe(fee - cardFee - 211)
  expect(losing).toBe(1)
  const kept = async (id: string) =>
    (await app.call(`GET /api/proxy/admin/users/${id}`, { as: admin })).json<UserRecord>().keptPence
  expect(await kept(few.artist.id)).toBe(first?.keptPence)
  expect(await kept(many.artist.id)).toBe(second?.keptPence)
  expect(await kept(admin.id)).toBeNull()

  // One whose description names no days is divided in the month in which it was taken.
  await sql`
    update balance_transactions
    set description = 'Connect: Active Account Billing', created_at = (select min(created_at) from bank_payouts)
    where type = 'stripe_fee'
  `.execute(app.db)
  await renew(app)
  expect((await marginsOf(app, admin)).margins).toEqual(margins)
})

test('what the platform keeps of sales whose fees contain VAT is without it', async () => {
  await using app = await createTestApp({
    vat: {
      mode: 'fee',
      rates: [{ from: null, value: 2_000 }],
      numbers: [{ from: null, value: 'GB123456789' }],
    },
  })
  const admin = await createAdmin(app)
  await createSeller(app, 500)
  await renew(app)
  // Of 70 pence 12 are VAT.
  const { margins } = await marginsOf(app, admin)
  expect(margins.map(({ feePence }) => feePence)).toEqual([58])
})
