// The crashes of what is taken back of an artist's share: of a completed commission that an admin gives back, and of what
// new transfers pay of a debt.

import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Action } from '#server/clock-and-failpoints/failpoints.ts'
import { provider } from '../../shopping.ts'
import { deliverTo } from '../paying.ts'
import { approve } from '../races/race-sides.ts'
import type { Prepared } from '../races/race-fixture.ts'
import { storeDelivery } from '../stored-commission.ts'
import { giveBack, retryPayouts, type CrashAct } from './crash-acts.ts'
import type { Crash, CrashEnd } from './crash.ts'
import { completed, type PrepareCrash } from './crash-preparations.ts'
import type { CrashFixture } from './crash-fixture.ts'

export type ReversalAction = Extract<Action, `reversal.${string}` | 'transfer.net'>

/** Its money is available at once. */
const settledCard = '4000000000000077'

/** What became of each reversal of the commission's transfer. */
export async function reversalsOf({ app }: CrashFixture, { id }: Prepared): Promise<string[]> {
  const rows = await app.db
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'reversals.transfer_id')
    .innerJoin('payments', 'payments.id', 'transfers.payment_id')
    .select('reversals.status')
    .where('payments.subject_id', '=', id)
    .execute()
  return rows.map(({ status }) => status)
}

/** The next reversal is refused for the moment. */
const failingReversal: PrepareCrash = async (fixture) => {
  const prepared = await completed(fixture)
  await fixture.app.sandbox.control('POST faults', { next: '429', path: '/reversals' })
  return prepared
}

/** It has failed once, so long ago that the provider may have forgotten the key. */
const failedReversal: PrepareCrash = async (fixture) => {
  const prepared = await failingReversal(fixture)
  await giveBack(fixture, prepared)
  const tried = () =>
    fixture.app.db
      .selectFrom('reversals')
      .select(['attempts', 'last_problem'])
      .where('status', '=', 'waiting')
      .executeTakeFirst()
  const anyProblem: unknown = expect.any(String)
  await expect.poll(tried).toMatchObject({ attempts: 1, last_problem: anyProblem })
  await sql`
    update reversals set key_used_at = now() - interval '25 hours' where status = 'waiting'
  `.execute(fixture.app.db)
  return fixture.preparedOf(prepared.id)
}

/** Its artist has been sent the share, and has it at the bank. */
const emptied: PrepareCrash = async (fixture) => {
  const { app } = fixture
  const id = await fixture.payFor({}, settledCard)
  await storeDelivery(app, id)
  await deliverTo(app, id)
  const prepared = await fixture.preparedOf(id)
  await approve.act(fixture, prepared)
  await expect.poll(() => fixture.owedOf(id, 'transfers')).toMatchObject({ status: 'sent' })
  const { provider_account_id: account } = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', prepared.artist.id)
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST payout', { account })
  return fixture.preparedOf(id)
}

/** The artist owes as much as the next commission brings, which is delivered. */
const indebted: PrepareCrash = async (fixture) => {
  const prepared = await emptied(fixture)
  await giveBack(fixture, prepared)
  await expect.poll(() => reversalsOf(fixture, prepared)).toEqual(['refused'])
  return fixture.preparedOf(await fixture.payForDelivery())
}

/** The operator has taken back a part of the share in the provider's dashboard. */
const reversedByHand: PrepareCrash = async (fixture) => {
  const prepared = await completed(fixture)
  await provider(fixture.app).transfers.createReversal(await sentTransferOf(fixture, prepared), {
    amount: 1000,
  })
  return prepared
}

async function sentTransferOf(fixture: CrashFixture, { id }: Prepared): Promise<string> {
  const { provider_id: sent } = await fixture.owedOf(id, 'transfers')
  return sent ?? ''
}

/** An event of the transfer arrives. */
const checkTransfer: CrashAct = async (fixture, prepared) => {
  await fixture.queue('check_transfer', { sentTransferId: await sentTransferOf(fixture, prepared) })
}

const giveBackAndRetry: CrashAct = async (fixture, prepared) => {
  await giveBack(fixture, prepared)
  await retryPayouts(fixture, prepared)
}

const takenBack = {
  status: 'completed',
  steps: [],
  transfers: [4000],
  refunds: [4420],
  isTakenBack: true,
  reversals: ['sent'],
} as const satisfies CrashEnd

const adopted: Crash = {
  prepare: reversedByHand,
  act: checkTransfer,
  end: { status: 'completed', steps: [], transfers: [4000], reversals: ['sent'] },
}
const reversed: Crash = { prepare: completed, act: giveBack, end: takenBack }

// A debt of one crash would be paid by the transfers of the next.
export const reversalCrashes: Record<ReversalAction, Crash> = {
  'reversal.claim': reversed,
  'reversal.send': reversed,
  'reversal.record': reversed,
  'reversal.retry': { prepare: failingReversal, act: giveBackAndRetry, end: takenBack },
  'reversal.find': { prepare: failedReversal, act: retryPayouts, end: takenBack },
  'reversal.list': adopted,
  'reversal.adopt': adopted,
  'reversal.refuse': {
    prepare: inNewPlace(emptied),
    act: giveBack,
    end: { ...takenBack, reversals: ['refused'] },
  },
  'transfer.net': {
    prepare: inNewPlace(indebted),
    act: approve.act,
    end: { status: 'completed', steps: ['approve', 'complete'], transfers: [4000] },
  },
}

/** Of an artist of its own. */
function inNewPlace(prepare: PrepareCrash): PrepareCrash {
  return (fixture) => fixture.withNewArtist(() => prepare(fixture))
}
