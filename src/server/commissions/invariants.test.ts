// Each invariant of the database's functions, proven once by a violation.

import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { commissionSteps, freezableStatuses } from '#rules/commissions/commission-process.ts'
import { bookSettledRefund } from '#server/ledger/ledger.ts'
import { openLivedCommissions } from '../../../tests/support/commissions/lived-commissions.ts'
import {
  commissionInvariants,
  moneyInvariants,
} from '../../../tests/support/money/invariant-problems.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

type World = Awaited<ReturnType<typeof openLivedCommissions>>
type Violation = [sentence: RegExp, ...violation: RawBuilder<unknown>[]]

const commission = (id: string, change: RawBuilder<unknown>) =>
  sql`update commissions set ${change} where id = ${id}`
const paymentOf = (id: string) => sql`(select payment_id from commissions where id = ${id})`

function moneyViolations(world: World): Violation[] {
  const { in_progress: working, delivered, completed, cancelled, requested } = world
  const early = (column: string, minutes: number) =>
    sql`${sql.ref(column)} = ${world.app.clock.now()}::timestamptz - make_interval(mins => ${minutes})`
  const anotherTransfer = sql`
    insert into transfers (id, payment_id, artist_id, amount_pence)
    select gen_random_uuid(), payment_id, customer_id, 1 from commissions where id = ${completed}`
  const anotherRefund = sql`
    insert into refunds (id, payment_id, amount_pence, cause)
    values (gen_random_uuid(), ${paymentOf(cancelled)}, 1, 'commission_cancelled')`
  return [
    [
      /^ledger_unbalanced: \d+$/,
      sql`insert into ledger_entries (transaction_id, account, amount_pence)
          select max(id), 'stripe_fees', 1 from ledger_transactions`,
    ],
    [
      new RegExp(`^held_differs: ${working}$`),
      commission(working, sql`customer_pence = 4421, artist_pence = 4001`),
    ],
    [new RegExp(`^held_differs: ${delivered}$`), commission(delivered, sql`payment_id = null`)],
    [
      // Held for a commission that nobody works on.
      /^held_differs: \S+$/,
      commission(working, sql`status = 'requested'`),
    ],
    [/^owed_more_than_paid: \S+$/, sql`update transfers set amount_pence = 4421`],
    [
      /^owed_sums_differ: \S+$/,
      sql`update payments set transferred_pence = 3999 where transferred_pence > 0`,
    ],
    [
      /^owed_sums_differ: \S+$/,
      sql`update payments set refunded_pence = 4419 where refunded_pence > 0`,
    ],
    [/^transferred_twice: \S+$/, anotherTransfer],
    [/^refunded_twice: \S+$/, sql`drop index refunds_without_line`, anotherRefund],
    [
      /^transfer_without_approval: \S+$/,
      commission(completed, sql`status = 'delivered', completed_at = null`),
    ],
    [
      // The payment is another commission's.
      /^transfer_without_approval: \S+$/,
      sql`update payments set subject_id = ${requested} where id = ${paymentOf(completed)}`,
    ],
    [
      /^refund_missing: \S+$/,
      sql`delete from refunds`,
      commission(cancelled, early('ended_at', 5)),
      sql`update payments set ${early('paid_at', 6)}`,
    ],
    [
      // Nobody has tried to make it.
      /^refund_missing: \S+$/,
      sql`update refunds set status = 'waiting', provider_id = null, sent_at = null, attempts = 0`,
      commission(cancelled, early('ended_at', 5)),
      sql`update payments set ${early('paid_at', 6)}`,
    ],
    [
      // A person has to look at it.
      /^refund_missing: \S+$/,
      sql`update refunds set status = 'failed', provider_id = null, sent_at = null`,
      commission(cancelled, early('ended_at', 5)),
      sql`update payments set ${early('paid_at', 6)}`,
    ],
    [
      // It was paid by another payment.
      /^refund_missing: \S+$/,
      sql`update payments set subject_id = ${working}, ${early('paid_at', 5)} where id = ${paymentOf(completed)}`,
    ],
    [new RegExp(`^held_too_long: ${working}$`), commission(working, early('hold_until', 2))],
    [
      new RegExp(`^held_too_long: ${delivered}$`),
      commission(delivered, early('paid_at', 85 * 24 * 60 + 2)),
    ],
  ]
}

function commissionViolations(world: World): Violation[] {
  const {
    app,
    pending_artist: pending,
    requested,
    in_progress: working,
    delivered,
    completed,
  } = world
  const late = (id: string, column: string): Violation => [
    new RegExp(`^deadline_late: ${id}$`),
    commission(
      id,
      sql`${sql.ref(column)} = ${app.clock.now()}::timestamptz - interval '2 minutes'`,
    ),
  ]
  const step = (id: string, name: string, from: string, to: string) =>
    sql`insert into commission_steps (commission_id, step, actor, at, from_status, to_status)
        values (${id}, ${name}, 'artist', now(), ${from}, ${to})`
  const differs = (id: string) => new RegExp(`^timeline_differs: ${id}$`)
  return [
    [new RegExp(`^owned_differs: ${completed}$`), sql`delete from commission_entitlements`],
    [
      new RegExp(`^owned_differs: ${delivered}$`),
      sql`insert into commission_entitlements (commission_id, granted_at) values (${delivered}, now())`,
    ],
    [
      new RegExp(`^revisions_exceeded: ${delivered}$`),
      sql`alter table commissions drop constraint commissions_revisions_are_bounded`,
      commission(delivered, sql`revision_count = 3`),
    ],
    // A status without its row.
    [differs(working), commission(working, sql`status = 'delivered'`)],
    // A row that does not begin where the one before it ended.
    [
      differs(working),
      step(working, 'upload', 'in_progress', 'in_progress'),
      step(working, 'accept', 'pending_artist', 'requested'),
      commission(working, sql`status = 'requested'`),
    ],
    // A row that is not in the table.
    [
      differs(working),
      step(working, 'approve', 'in_progress', 'delivered'),
      commission(working, sql`status = 'delivered'`),
    ],
    // A step of somebody who must not take it.
    [differs(delivered), step(delivered, 'endDispute', 'delivered', 'delivered')],
    // None at all.
    [
      differs(pending),
      sql`alter table commission_steps disable trigger commission_steps_stay`,
      sql`delete from commission_steps where commission_id = ${pending}`,
    ],
    late(pending, 'answer_by'),
    late(requested, 'pay_by'),
    late(working, 'end_at'),
    late(delivered, 'approve_at'),
  ]
}

/** Expects the sentence once the violation is made, in a transaction that is rolled back. */
async function expectFound(
  { app }: World,
  find: typeof moneyInvariants,
  [sentence, ...violations]: Violation,
): Promise<void> {
  const tx = await app.db.startTransaction().execute()
  for (const violation of violations) await violation.execute(tx)
  const problems = await find({ db: tx, clock: app.clock })
  await tx.rollback().execute()
  expect(problems).toContainEqual(expect.stringMatching(sentence))
}

test('whatever is wrong about the money of payments is found', async () => {
  const world = await openLivedCommissions(await emptyApp())
  expect(await moneyInvariants(world.app)).toEqual([])
  for (const violation of moneyViolations(world))
    await expectFound(world, moneyInvariants, violation)
  expect(await moneyInvariants(world.app)).toEqual([])
})

test('whatever is wrong about commissions themselves is found', async () => {
  const world = await openLivedCommissions(await emptyApp())
  expect(await commissionInvariants(world.app)).toEqual([])
  for (const violation of commissionViolations(world))
    await expectFound(world, commissionInvariants, violation)
  expect(await commissionInvariants(world.app)).toEqual([])
})

test('what has a reason to wait is not late, and a refund that was paid in another way is not missing', async () => {
  const world = await openLivedCommissions(await emptyApp())
  const { app, in_progress: working, delivered } = world
  const now = app.clock.now()
  await sql`update commissions set end_at = ${now}, approve_at = ${now}`.execute(app.db)
  await app.clock.move({ minutes: 3 })
  const late = [working, delivered].map((id) => `deadline_late: ${id}`).toSorted()
  expect(await commissionInvariants(app)).toEqual(late)
  const at = app.clock.now()
  await sql`
    insert into commission_deliveries (id, commission_id, number, status, file_name, storage_key, bytes, created_at, arrived_at)
    values (gen_random_uuid(), ${working}, 1, 'preparing', 'take.wav', 'originals/take', 1, ${at}, ${at})
  `.execute(app.db)
  await sql`
    insert into commission_disputes (id, commission_id, status, description, opened_at, answer_by)
    values (gen_random_uuid(), ${delivered}, 'open', 'Another song.', ${at}, ${at})
  `.execute(app.db)
  expect(await commissionInvariants(app)).toEqual([])
  await app.clock.move({ minutes: 10 })
  expect(await commissionInvariants(app)).toEqual([`deadline_late: ${working}`])
  await sql`update commissions set frozen_at = ${at}, frozen_by = 'admin', freeze_reason = 'We look.' where id = ${working}`.execute(
    app.db,
  )
  expect(await commissionInvariants(app)).toEqual([])

  await sql`update refunds set status = 'failed', provider_id = null, sent_at = null`.execute(
    app.db,
  )
  expect(await moneyInvariants(app)).toEqual([expect.stringMatching(/^refund_missing/)])
  await sql`update refunds set status = 'disputed'`.execute(app.db)
  expect(await moneyInvariants(app)).toEqual([])
  await sql`
    update refunds set status = 'settled', settled_at = ${at}, settled_reference = 'FPS 17'
  `.execute(app.db)
  expect(await moneyInvariants(app)).toEqual([expect.stringMatching(/^settlement_unbooked/)])
  const { id: refundId, payment_id: paymentId } = await app.db
    .selectFrom('refunds')
    .select(['id', 'payment_id'])
    .executeTakeFirstOrThrow()
  const settled = { refundId, paymentId, pence: 4420, from: 'paid_outside' } as const
  await app.db.transaction().execute((tx) => bookSettledRefund(tx, settled, at))
  expect(await moneyInvariants(app)).toEqual([])
})

test('the database allows the steps of the table in a timeline, and no other', async () => {
  const app = await emptyApp()
  const { rows } = await sql<Record<'step' | 'actor' | 'from_status' | 'to_status', string>>`
    select * from timeline_steps()
  `.execute(app.db)
  const steps = Object.entries(commissionSteps).flatMap(([step, { from, to, by }]) =>
    from.flatMap((status) =>
      by.map((actor) => ({
        step,
        actor,
        from_status: status as string | null,
        to_status: to as string,
      })),
    ),
  )
  const others = ['freeze', 'thaw'].flatMap((step) =>
    freezableStatuses.flatMap((status) =>
      ['admin', 'system'].map((actor) => ({ step, actor, from_status: status, to_status: status })),
    ),
  )
  const request = {
    step: 'request',
    actor: 'customer',
    from_status: null,
    to_status: 'pending_artist',
  }
  expect(new Set(rows)).toEqual(new Set([request, ...steps, ...others]))
})
