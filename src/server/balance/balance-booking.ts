// One balance transaction that nobody has booked yet. What the app has caused is booked by the command that records it, or was
// by a former version; what begins at the provider by its type; everything else is unexplained.

import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/client.ts'
import type { BalanceTransaction } from '#server/gateways/payments/payments.ts'
import {
  factOfArrivedPayout,
  payoutReturns,
  postingOfDispute,
  postingOfReturnedPayout,
  postingOfType,
  postingOfUnexplained,
} from '#server/ledger/balance-postings.ts'
import { bookMoved, bookMovedRefund, isFactBooked, nameFormer } from '#server/ledger/ledger.ts'
import type { MovedPosting } from '#server/ledger/ledger-postings.ts'
import { raiseAlarm } from '#server/payments/payment-alarms.ts'
import type { PaymentDeps } from '#server/payments/payment-subjects.ts'
import { checkRefund } from '#server/payments/refunds.ts'
import { isRowId } from '#server/payments/row-ids.ts'

export type ReadingDeps = PaymentDeps

/** Before that its event, or the hourly comparison with the provider, records what the app has caused. */
const minAgeMs = 2 * 3_600_000

const ourTypes = new Map<string, (deps: Reading, balance: BalanceTransaction) => Promise<boolean>>([
  ['charge', nameFormerPayment],
  ['payment', nameFormerPayment],
  ['transfer', nameFormerTransfer],
  // No former version has made one.
  ['transfer_refund', async () => false],
  ['refund', bookRefund],
  ['payment_refund', bookRefund],
  ['refund_failure', bookRefund],
])

type Reading = ReadingDeps & { log: FastifyBaseLogger }

export async function bookRead(
  deps: ReadingDeps,
  balance: BalanceTransaction,
  log: FastifyBaseLogger,
): Promise<void> {
  if (balance.currency !== 'gbp') {
    await reportCurrency(deps, balance)
    return
  }
  const bookOurs = ourTypes.get(balance.type)
  if (bookOurs === undefined) {
    await bookOnce(deps, balance, await postingOf(deps, balance))
  } else if (!(await bookOurs({ ...deps, log }, balance)) && isOld(deps, balance)) {
    await bookOnce(deps, balance, postingOfUnexplained(balance))
  }
}

function isOld({ clock }: ReadingDeps, { createdAt }: BalanceTransaction): boolean {
  return createdAt.getTime() <= clock.now().getTime() - minAgeMs
}

async function postingOf(deps: ReadingDeps, balance: BalanceTransaction): Promise<MovedPosting> {
  const { type, sourceId } = balance
  if (type === 'adjustment' && isDispute(sourceId)) {
    const charge = await deps.payments.findDisputedCharge(sourceId)
    const payment = await findPayment(deps.db, charge)
    return payment
      ? postingOfDispute(balance, { paymentId: payment.id })
      : postingOfUnexplained(balance)
  }
  const hadArrived =
    payoutReturns.includes(type) &&
    (await isFactBooked(deps.db, factOfArrivedPayout(sourceId ?? '')))
  if (hadArrived) return postingOfReturnedPayout(balance)
  return postingOfType(balance) ?? postingOfUnexplained(balance)
}

/** Older disputes have other ids than those of today. */
function isDispute(sourceId: string | null): sourceId is string {
  return sourceId !== null && /^d[pu]_/.test(sourceId)
}

/** The admins find what is unexplained in a list. */
async function bookOnce(
  { db, clock }: ReadingDeps,
  balance: BalanceTransaction,
  posting: MovedPosting,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await bookMoved(tx, posting, now)
    if (!posting.entries.some(({ account }) => account === 'unexplained')) return
    await tx
      .insertInto('unexplained_transactions')
      .values({ balance_transaction_id: balance.id, found_at: now })
      .execute()
  })
}

async function findPayment(db: Db, chargeId: string | null) {
  if (chargeId === null) return undefined
  return db.selectFrom('payments').select('id').where('charge_id', '=', chargeId).executeTakeFirst()
}

async function nameFormerPayment({ db }: Reading, balance: BalanceTransaction): Promise<boolean> {
  const payment = await findPayment(db, balance.sourceId)
  return payment !== undefined && nameInTransaction(db, balance, `paid:${payment.id}`)
}

async function nameFormerTransfer({ db }: Reading, balance: BalanceTransaction): Promise<boolean> {
  const transfer = await db
    .selectFrom('transfers')
    .select('id')
    .where('provider_id', '=', balance.sourceId)
    .executeTakeFirst()
  return transfer !== undefined && nameInTransaction(db, balance, `transfer:${transfer.id}`)
}

function nameInTransaction(db: Db, balance: BalanceTransaction, fact: string): Promise<boolean> {
  return db.transaction().execute((tx) => nameFormer(tx, balance, fact))
}

/** Of a row's present refund, or of one that came back to it before. */
async function bookRefund(deps: Reading, balance: BalanceTransaction): Promise<boolean> {
  const { db, payments, clock } = deps
  const { sourceId } = balance
  if (sourceId === null) return false
  const present = await findRefund(db, 'provider_id', sourceId)
  if (present) await checkRefund(deps, present.id)
  if (present && (await isRead(db, balance))) return true
  const made = await payments.readRefund(sourceId)
  if (made.returned === null || made.refundId === null || !isRowId(made.refundId)) return false
  const row = await findRefund(db, 'id', made.refundId)
  if (!row) return false
  await db.transaction().execute(async (tx) => {
    const facts = [`refund_arrived:${sourceId}`, `refund:${sourceId}`]
    const booked = await Promise.all(facts.map((fact) => isFactBooked(tx, fact)))
    const refund = { paymentId: row.payment_id, hadArrived: booked.includes(true), made }
    await bookMovedRefund(tx, refund, clock.now())
  })
  return true
}

function findRefund(db: Db, column: 'id' | 'provider_id', id: string) {
  return db
    .selectFrom('refunds')
    .select(['id', 'payment_id'])
    .where(column, '=', id)
    .executeTakeFirst()
}

async function isRead(db: Db, { id }: BalanceTransaction): Promise<boolean> {
  const found = await db
    .selectFrom('balance_transactions')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

async function reportCurrency({ db }: ReadingDeps, balance: BalanceTransaction): Promise<void> {
  const problem = `The balance at the card provider has moved in ${balance.currency} (${balance.type} ${balance.id}): the ledger is in GBP, and does not have it.`
  await db
    .transaction()
    .execute((tx) => raiseAlarm(tx, { key: `balance_currency:${balance.id}`, problem }))
}
