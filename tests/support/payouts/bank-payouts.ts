// Artists whose money is paid to their banks.

import { randomUUID } from 'node:crypto'
import { nextPayoutAt, usualPayoutSchedule } from '#rules/payments/payout-schedule.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { recordArtistPayout } from '#server/payouts/artist-payouts.ts'
import { removeJobs } from '../queued-jobs.ts'
import { createArtistWithPayouts, paidCart } from '../shopping.ts'
import { createTrack, createUser, type TestApp, type TestUser } from '../test-app.ts'

/** Its money is available at once. */
const settledCard = '4000000000000077'

async function accountOf({ db }: Pick<TestApp, 'db'>, artist: TestUser): Promise<string> {
  const row = await db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  return row.provider_account_id
}

export async function sellTo(app: TestApp, artist: TestUser, pricePence = 500): Promise<void> {
  const singer = await createUser(app)
  const track = await createTrack(app.db, { artistId: artist.id, pricePence })
  await paidCart(app, singer, [track.id], settledCard)
  await removeJobs(app.db, 'make_rendition')
  await app.work()
}

/** An artist with a sold track, whose share is on the account at the provider. */
export async function createSeller(app: TestApp, pricePence?: number) {
  const artist = await createArtistWithPayouts(app)
  await sellTo(app, artist, pricePence)
  return { artist, accountId: await accountOf(app, artist) }
}

export async function compareAccounts(app: TestApp): Promise<void> {
  await addJob(app.db, 'compare_accounts', {})
  await app.work()
}

/** To some minutes after the next payout was made. */
export async function untilPayout(app: TestApp): Promise<void> {
  const now = app.clock.now()
  const next = nextPayoutAt(usualPayoutSchedule, now).getTime()
  await app.clock.move({ seconds: Math.ceil((next - now.getTime()) / 1000) + 600 })
}

export async function checkPayout(app: TestApp, payoutId: string, account: string | null) {
  await addJob(app.db, 'check_payout', { payoutId, providerAccountId: account })
  await app.work()
}

/** Recorded as the provider would tell of it: it did not reach the bank. */
export async function createBankPayout(app: TestApp, artist: TestUser): Promise<string> {
  const payoutId = `po_${randomUUID()}`
  const now = app.clock.now()
  const account = { artistId: artist.id, accountId: await accountOf(app, artist) }
  await recordArtistPayout(app, account, {
    payoutId,
    rowId: null,
    pence: 500,
    state: 'failed',
    createdAt: now,
    arrivesAt: now,
    failureCode: 'account_closed',
    canBeListed: false,
    left: null,
    returned: null,
  })
  return payoutId
}
