// Payouts of the platform to its own bank: an admin orders one of what is earned, which is made once, like a transfer; what
// becomes of each, also of one that was made at the provider, is recorded and booked.

import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import { offeredPence, platformBalance } from '#rules/payments/platform-balance.ts'
import { platformPayoutProcess } from '#rules/payments/platform-payout-process.ts'
import { formatPence } from '#rules/price.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { BankPayout } from '#server/gateways/payments/bank-payouts.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { sumAccounts } from '#server/ledger/account-sums.ts'
import { raiseAlarm } from '#server/payments/payment-alarms.ts'
import {
  nextAttempt,
  sendOnce,
  type AttemptDeps,
  type Movement,
} from '#server/payments/provider-attempts.ts'
import {
  recordMadePayout,
  recordPlatformPayout,
  type RecordDeps,
} from './platform-payout-records.ts'

type OrderDeps = RecordDeps & { platformReservePence: number }

type Order = {
  pence: number
  adminId: string
  /** In the same transaction. */
  record: (tx: Db, payoutId: string) => Promise<unknown>
}

/**
 * Returns the id of the row; a job makes the payout. What is being earned or owed meanwhile does not matter: the reserve is
 * for that.
 * @throws Refusal payout_waits, more_than_earned, ledger_in_doubt
 */
export async function orderPayout(
  deps: OrderDeps,
  { pence, adminId, record }: Order,
): Promise<string> {
  const now = deps.clock.now()
  return inTransaction(deps, 'payout.order', async (tx) => {
    // Orders at the same time wait for each other: the second finds the row of the first.
    await sql`lock table platform_payouts in share row exclusive mode`.execute(tx)
    await refuseWhileOneWaits(tx)
    await refuseDoubt(tx)
    const balance = platformBalance(await sumAccounts(tx), deps.platformReservePence)
    if (pence > offeredPence(balance)) throw new Refusal('more_than_earned')
    const { id } = await tx
      .insertInto('platform_payouts')
      .values({ amount_pence: pence, ordered_by: adminId, created_at: now, due_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await queuePayout(tx, id)
    await record(tx, id)
    return id
  })
}

async function refuseWhileOneWaits(tx: Db): Promise<void> {
  const waiting = await tx
    .selectFrom('platform_payouts')
    .select('id')
    .where('status', '=', platformPayoutProcess.start)
    .executeTakeFirst()
  if (waiting) throw new Refusal('payout_waits')
}

/** What stops transfers of others stops the platform's own money, too, and so does a balance that is not the provider's. */
const doubtful = [
  'ledger_unbalanced',
  'ledger_changed',
  'day_changed',
  'balance_differs',
  'balance_unnamed',
  'available_differs',
]

async function refuseDoubt(tx: Db): Promise<void> {
  const found = await tx
    .selectFrom('found_problems')
    .select('kind')
    .where('kind', 'in', doubtful)
    .executeTakeFirst()
  if (found) throw new Refusal('ledger_in_doubt')
}

type PayoutRow = NonNullable<Awaited<ReturnType<typeof claimPayout>>>

/** Idempotent: see sendOnce. */
export async function makePayout(
  deps: RecordDeps & Pick<AttemptDeps, 'log'>,
  payoutId: string,
): Promise<void> {
  const payout = await claimPayout(deps, payoutId)
  if (payout) await sendOnce(deps, payoutMovement(deps), payout, null)
}

function claimPayout({ db, clock, failpoints }: RecordDeps, payoutId: string) {
  return reaching(failpoints, 'payout.claim', () =>
    db
      .updateTable('platform_payouts')
      .set(nextAttempt(clock.now()))
      .where('id', '=', payoutId)
      .where('status', 'in', platformPayoutProcess.steps.make.from)
      .returning(['id', 'amount_pence', 'key_number', 'key_used_at', 'attempts', 'refusals'])
      .returning('created_at')
      .executeTakeFirst(),
  )
}

/** The provider's clock may be a little behind. */
const earlierMs = 60_000

function payoutMovement(deps: RecordDeps): Movement<PayoutRow, BankPayout, null> {
  return {
    name: 'payout',
    // Nothing has left, and nobody waits for it: the admin who has ordered it decides again.
    refusalsUntilFailed: 1,
    find: (payments, { id, created_at: createdAt }) =>
      payments.findPayout({ rowId: id, since: new Date(createdAt.getTime() - earlierMs) }),
    send: (payments, { id, amount_pence: amountPence }, _source, idempotencyKey) =>
      payments.makePayout({ rowId: id, amountPence, idempotencyKey }),
    prepare: async (payout) => payout,
    resolve: async () => false,
    record: (tx, _row, made) => recordMadePayout(tx, deps, made),
    move: (tx, { id, amount_pence: pence }, step, changes) =>
      recordUnmade(tx, deps, { id, pence, step, changes }),
    queue: queuePayout,
    ids: ({ id }) => ({ payout: id }),
  }
}

type Unmade = {
  id: string
  pence: number
  step: 'retry' | 'fail'
  changes: { last_problem: string }
}

async function recordUnmade(
  tx: Db,
  { clock }: RecordDeps,
  { id, pence, step, changes }: Unmade,
): Promise<boolean> {
  const ended = step === 'fail' ? { ended_at: clock.now() } : {}
  const given = { id, step, changes: { ...changes, ...ended } }
  const isMoved = await move(tx, 'platform_payouts', platformPayoutProcess, given)
  if (isMoved && step === 'fail') {
    const problem = `The card provider has refused the payout of ${formatPence(pence)} to our bank: ${changes.last_problem}`
    await raiseAlarm(tx, { key: `payout_refused:${id}`, problem, page: 'money' })
  }
  return isMoved
}

/** Fetches it from the provider; it never trusts the content of an event. Idempotent. */
export async function checkPlatformPayout(deps: RecordDeps, payoutId: string): Promise<void> {
  const payout = await reaching(deps.failpoints, 'payout.read', () =>
    deps.payments.readPayout({ payoutId, accountId: null }),
  )
  await inTransaction(deps, 'payout.outcome', (tx) => recordPlatformPayout(tx, deps, payout))
}

/** One whose job was lost. */
export async function queueOverduePayouts(db: Db, dueBefore: Date): Promise<void> {
  const overdue = await db
    .selectFrom('platform_payouts')
    .select('id')
    .where('status', 'in', platformPayoutProcess.steps.make.from)
    .where('due_at', '<', dueBefore)
    .execute()
  for (const { id } of overdue) await queuePayout(db, id)
}

async function queuePayout(tx: Db, id: string, runAt?: Date): Promise<void> {
  const options = { key: `make_payout:${id}`, ...(runAt ? { runAt } : {}) }
  await addJob(tx, 'make_payout', { payoutId: id }, options)
}
