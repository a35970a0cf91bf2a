// Each invariant of the money of commissions, proven once by a violation.

import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import {
  approve,
  createAccepted,
  createPaid,
  giveUp,
  loseOpenPayment,
  openPayment,
  receiveEvents,
} from '../../../tests/support/commissions/paying.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { pay } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

/** One commission of each kind, with its payment: everything is as it must be. */
async function createCommissions(app: TestApp) {
  const held = await createPaid(app)
  const completed = await createPaid(app)
  await approve(app, completed.id)
  const part = await createPaid(app)
  await approve(app, part.id, 1500)
  const cancelled = await createPaid(app)
  await giveUp(app, cancelled.id)
  const twice = await createAccepted(app)
  const lost = await openPayment(app, twice.mia, twice.id)
  await loseOpenPayment(app, twice.id)
  const second = await openPayment(app, twice.mia, twice.id)
  for (const { url, sessionId } of [second, lost]) {
    await pay(url)
    await receiveEvents(app, sessionId)
  }
  const open = await createAccepted(app)
  const checkout = await openPayment(app, open.mia, open.id)
  await app.work()
  return { held, completed, part, cancelled, lost, open: { ...open, ...checkout } }
}

type Commissions = Awaited<ReturnType<typeof createCommissions>>

function violations(all: Commissions): [RawBuilder<unknown>, RegExp][] {
  const { held, completed, part, cancelled, lost, open } = all
  const commission = (change: RawBuilder<unknown>, { id } = held) =>
    sql`update commissions set ${change} where id = ${id}`
  const payment = (change: RawBuilder<unknown>, { paymentId } = held) =>
    sql`update payments set ${change} where id = ${paymentId}`
  return [
    [commission(sql`payment_id = null`), /^commission \S+ is in_progress, paid by null$/],
    [
      commission(sql`payment_id = ${open.paymentId}`),
      /^commission \S+ is paid by a payment of something else$/,
    ],
    [payment(sql`status = 'failed'`), /^commission \S+ is paid by a payment that is failed$/],
    [
      sql`drop index payments_open_of_subject; insert into payments
          (id, subject_kind, subject_id, customer_id, amount_pence, expires_at)
        select ${sql.lit(randomUUID())}, subject_kind, subject_id, customer_id, amount_pence, expires_at
        from payments where id = ${sql.lit(open.paymentId)}`,
      /^commission \S+ has 2 open payments$/,
    ],
    [commission(sql`status = 'accepted'`, open), /^commission \S+ waits for no payment$/],
    [payment(sql`status = 'confirming'`, open), /^commission \S+ does not wait for its payment$/],
    [payment(sql`amount_pence = 4421`), /^payment \S+ of 4421 is for a commission of 4420$/],
    [payment(sql`customer_id = ${held.tom.id}`), /^payment \S+ is another customer's$/],
    [
      sql`update refunds set payment_id = ${held.paymentId} where payment_id = ${lost.paymentId}`,
      /^payment \S+ did not pay commission \S+, and gives back 0$/,
    ],
    [
      sql`update transfers set payment_id = ${lost.paymentId} where payment_id = ${completed.paymentId}`,
      /^payment \S+ did not pay commission \S+, but is sent$/,
    ],
    [
      sql`update transfers set payment_id = ${held.paymentId} where payment_id = ${completed.paymentId}`,
      /^commission \S+ is in_progress, and owes 1 transfers$/,
    ],
    [
      sql`update transfers set amount_pence = 1 where payment_id = ${completed.paymentId}`,
      /^commission \S+ owes another transfer than 4000 to \S+$/,
    ],
    [
      commission(sql`status = 'approved', completed_at = null`, completed),
      /^commission \S+ is approved, and its transfer is sent$/,
    ],
    [
      sql`update refunds set amount_pence = 4419 where payment_id = ${cancelled.paymentId}`,
      /^commission \S+ is cancelled, and gives back 4419 of 4420$/,
    ],
    [
      sql`update refunds set payment_id = ${held.paymentId} where payment_id = ${cancelled.paymentId}`,
      /^commission \S+ is in_progress, and gives back 4420$/,
    ],
    [
      sql`update refunds set payment_id = ${held.paymentId} where payment_id = ${part.paymentId}`,
      /^commission \S+ of 4420 is approved for 1500, and gives back 0$/,
    ],
    [commission(sql`customer_pence = 4320, artist_pence = 3900`), /^held_differs: \S+$/],
    [
      payment(sql`stray_of = ${held.paymentId}`, completed),
      /^payment \S+ is a second one, but is sent$/,
    ],
    [
      payment(sql`stray_of = ${completed.paymentId}`),
      /^payment \S+ is a second one, and gives back 0$/,
    ],
  ]
}

test('money of a commission that is not where it must be is reported', async () => {
  await using app = await createTestApp()
  const all = await createCommissions(app)
  expect(await moneyProblems(app)).toEqual([])
  for (const [violation, problem] of violations(all)) {
    const tx = await app.db.startTransaction().execute()
    await violation.execute(tx)
    const problems = await moneyProblems({ ...app, db: tx })
    await tx.rollback().execute()
    expect(problems).toContainEqual(expect.stringMatching(problem))
  }
  expect(await moneyProblems(app)).toEqual([])
})
