// What was paid to the tax authority from the operator's bank: an admin records it, and the ledger owes so much less.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { VatPayment, VatPaymentPreview } from '#contracts/admin/vat-payments.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { arePossibleDates, type VatPaymentDates } from '#rules/vat/vat-payments.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { sumAccounts } from '#server/ledger/account-sums.ts'
import { book } from '#server/ledger/ledger.ts'
import { postingOfVatPayment } from '#server/ledger/ledger-postings.ts'

type Deps = { db: Db; clock: Clock }

type Payment = VatPaymentDates & { pence: number; reference: string }

/** Below zero: more was paid than the ledger owed, because refunds have returned some of it since. */
export async function findOwedVat(db: Db): Promise<number> {
  const { vat } = await sumAccounts(db)
  return 0 - vat
}

/** @throws Refusal more_than_vat_owed, vat_dates_impossible, vat_payment_recorded */
export async function previewPaidVat(
  { db, clock }: Deps,
  payment: Payment,
): Promise<VatPaymentPreview> {
  const owedPence = await requirePossible(db, payment, clock.now())
  const { pence } = payment
  const { entries } = postingOfVatPayment({ id: '', pence })
  return {
    pence,
    postings: entries.map((entry) => ({ account: entry.account, pence: entry.pence })),
    owedAfterPence: owedPence - pence,
  }
}

type Recorded = Payment & {
  adminId: string
  /** In the same transaction. */
  record: (tx: Db, id: string) => Promise<unknown>
}

/**
 * Returns the id of the row.
 * @throws Refusal more_than_vat_owed, vat_dates_impossible, vat_payment_recorded
 */
export async function recordPaidVat(
  { db, clock }: Deps,
  { adminId, record, ...payment }: Recorded,
): Promise<string> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    // Two at the same time wait for each other: the second finds what the first has paid.
    await sql`lock table vat_payments in share row exclusive mode`.execute(tx)
    await requirePossible(tx, payment, now)
    const id = randomUUID()
    const { from, until, paidOn, pence, reference } = payment
    await tx
      .insertInto('vat_payments')
      .values({
        id,
        from_month: `${from}-01`,
        until_month: `${until}-01`,
        amount_pence: pence,
        reference,
        paid_on: paidOn,
        recorded_by: adminId,
        recorded_at: now,
      })
      .execute()
    await book(tx, postingOfVatPayment({ id, pence }), now)
    await record(tx, id)
    return id
  })
}

/** Returns what is owed before it. */
async function requirePossible(db: Db, payment: Payment, now: Date): Promise<number> {
  if (!arePossibleDates(payment, now)) throw new Refusal('vat_dates_impossible')
  const recorded = await db
    .selectFrom('vat_payments')
    .select('id')
    .where('reference', '=', payment.reference)
    .executeTakeFirst()
  if (recorded) throw new Refusal('vat_payment_recorded')
  const owedPence = await findOwedVat(db)
  if (payment.pence > owedPence) throw new Refusal('more_than_vat_owed')
  return owedPence
}

/** An operator pays a few times a year: more than these no page shows. */
const maxShown = 100

/** For returns that end in the year, and those that were paid in it, the latest first. */
export async function findVatPayments(db: Db, year: number): Promise<VatPayment[]> {
  const [first, last] = [sql`make_date(${year}, 1, 1)`, sql`make_date(${year}, 12, 31)`]
  const { rows } = await sql<VatPayment>`
    select vat_payments.id, to_char(from_month, 'YYYY-MM') as "from", to_char(until_month, 'YYYY-MM') as until,
      amount_pence as pence, reference, paid_on::text as "paidOn",
      ${nameOf()} as "recordedBy"
    from vat_payments
    join users on users.id = recorded_by
    where until_month between ${first} and ${last} or paid_on between ${first} and ${last}
    order by paid_on desc, vat_payments.id desc
    limit ${maxShown}
  `.execute(db)
  return rows
}
