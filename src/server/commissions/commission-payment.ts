// A commission as the subject of a payment: what was paid is held until it is approved, or goes back.

import { commissionSteps } from '#rules/commissions/commission-process.ts'
import { deadlinesOfPayment } from '#rules/commissions/commission-deadlines.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { customTrackTitle } from '#rules/payments/paid-titles.ts'
import { paymentProcess } from '#rules/payments/payment-process.ts'
import { vatOfShares } from '#rules/vat/contained-vat.ts'
import { vatTermsAt, type VatSettings } from '#rules/vat/vat-terms.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { issueReceipt } from '#server/orders/receipts.ts'
import {
  allBack,
  paidAtOf,
  type AttemptedTransfer,
  type CheckoutPage,
  type Owed,
  type Payment,
  type PaymentSubject,
} from '#server/payments/payment-subjects.ts'
import { problemOfTransfer } from '#server/payments/transfer-problems.ts'
import { markTransferred, recordHeldSale } from '#server/sales/sale-commands.ts'
import { thawCommission } from './commission-freeze.ts'
import { tellOfRefund, tellOfTransfer } from './commission-notices.ts'
import {
  lockCommission,
  pricesOf,
  type CommissionFacts,
  type CommissionRow,
} from './commission-state.ts'
import { findTransfer } from './commission-transfer.ts'
import { recordDisputed } from './disputed-commission.ts'
import { commissionChanged, takeStep, type CommissionDeps } from './take-step.ts'

type Deps = CommissionDeps & { publicUrl: string; vat: VatSettings }

export function commissionSubject(deps: Deps): Omit<PaymentSubject, 'giveBackMade'> {
  return {
    describe: (db, commissionId) => describeCommission(db, commissionId, deps.publicUrl),
    async lock(tx, commissionId) {
      await lockCommission(tx, commissionId)
    },
    fulfil: (tx, payment) => fulfilCommission(tx, deps, payment),
    confirm: (tx, payment) => confirmPayment(tx, deps, payment),
    decline: (tx, payment) => declinePayment(tx, deps, payment),
    fail: (tx, payment) => declinePayment(tx, deps, payment),
    // The customer can pay again.
    expire: async () => {},
    // What is paid for one that waits for another payment, or for none, is given back.
    checkAgain: async () => {},
    findUnavailable: (db) => findUnavailable(db, deps.clock.now()),
    recordTransfer: (tx, payment, attempt) => recordTransfer(tx, deps, payment, attempt),
    recordRefunds: (tx, { subject_id: commissionId }) => tellOfChange(tx, commissionId),
    recordBankDispute: (tx, payment, dispute) => recordDisputed(tx, deps, payment, dispute),
    async announceTransfer(tx, { subject_id: commissionId }, transfer) {
      await tellOfTransfer(tx, await findCommission(tx, commissionId), transfer)
    },
    async announceRefund(tx, { subject_id: commissionId }, refund) {
      await tellOfRefund(tx, await findCommission(tx, commissionId), refund)
    },
  }
}

function findCommission(db: Db, id: string): Promise<CommissionRow> {
  return db.selectFrom('commissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function describeCommission(
  db: Db,
  commissionId: string,
  publicUrl: string,
): Promise<CheckoutPage> {
  const { name, customer_pence: pence } = await findCommission(db, commissionId)
  const url = publicUrl + commissionPath(commissionId)
  return {
    lines: [{ name: customTrackTitle(name), description: null, pence }],
    successUrl: url,
    cancelUrl: url,
  }
}

/** Money for a commission that cannot take it any more is owed back at once. */
async function fulfilCommission(tx: Db, deps: Deps, payment: Payment): Promise<Owed> {
  const { id: paymentId, subject_id: id, customer_id: customerId } = payment
  const commission = await lockCommission(tx, id)
  if (!commissionSteps.pay.from.includes(commission.status)) {
    const isPaid = commission.payment_id !== null
    return allBack(payment, isPaid ? 'paid_twice' : 'commission_closed')
  }
  await takeStep(tx, deps, {
    id,
    step: 'pay',
    actor: 'provider',
    actorId: null,
    changes: ({ delivery_days: deliveryDays }, paidAt) => {
      const deadlines = deadlinesOfPayment({ paidAt, deliveryDays }, deps.spans)
      return {
        payment_id: paymentId,
        paid_at: paidAt,
        due_at: deadlines.dueAt,
        overdue_at: deadlines.overdueAt,
        approve_at: deadlines.approveAt,
        end_at: deadlines.endAt,
        hold_until: deadlines.holdUntil,
      }
    },
  })
  const terms = vatTermsAt(deps.vat, paidAtOf(payment))
  const sold = { id, ...vatOfShares(terms, pricesOf(commission)) }
  await recordHeldSale(tx, { paymentId, commission: sold, terms })
  await issueReceipt(tx, deps.clock, { paymentId, customerId })
  return {
    transfers: [],
    refunds: [],
    heldPence: payment.amount_pence,
    platformFeePence: 0,
    processingFeePence: 0,
  }
}

/** A commission that another payment has moved on, or that has ended, waits for nothing: see fulfilCommission. */
async function confirmPayment(tx: Db, deps: Deps, { subject_id: id }: Payment): Promise<void> {
  const { status } = await lockCommission(tx, id)
  if (!commissionSteps.confirm.from.includes(status)) return
  await takeStep(tx, deps, { id, step: 'confirm', actor: 'provider', actorId: null })
}

async function declinePayment(tx: Db, deps: Deps, { subject_id: id }: Payment): Promise<void> {
  const commission = await lockCommission(tx, id)
  if (!commissionSteps.fail.from.includes(commission.status)) return
  if (await isOtherConfirming(tx, id)) return
  const step = failedStep(commission, deps.clock.now())
  // A commission that waits for a payment cannot stay frozen: both parties are told that it goes on.
  if (step === 'fail')
    await thawCommission(tx, deps, { id, actor: 'system', actorId: null, text: unpaidText })
  await takeStep(tx, deps, { id, step, actor: 'provider', actorId: null })
}

const unpaidText = 'The payment was not received, so it waits for another one.'

function failedStep(commission: CommissionRow & CommissionFacts, now: Date) {
  if (commission.is_party_banned) return 'failBanned'
  return commission.pay_by !== null && now >= commission.pay_by ? 'failLate' : 'fail'
}

/** Two checkouts, both of a method that takes days: the commission waits for the second one. */
async function isOtherConfirming(tx: Db, commissionId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('payments')
    .select('id')
    .where('subject_kind', '=', 'commission')
    .where('subject_id', '=', commissionId)
    .where('stray_of', 'is', null)
    .where('status', '=', paymentProcess.steps.confirm.to)
    .executeTakeFirst()
  return other !== undefined
}

/** Those whose time to pay is over, that do not wait for a payment any more, or that have a banned party. */
async function findUnavailable(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('commissions', 'commissions.id', 'payments.subject_id')
    .innerJoin('users as customers', 'customers.id', 'commissions.customer_id')
    .innerJoin('users as artists', 'artists.id', 'commissions.artist_id')
    .select('commissions.id')
    .where('payments.subject_kind', '=', 'commission')
    .where('payments.status', '=', paymentProcess.start)
    .where((eb) =>
      eb.or([
        eb('commissions.status', 'not in', commissionSteps.checkOut.from),
        eb('commissions.pay_by', '<=', now),
        eb('customers.banned', '=', true),
        eb('artists.banned', '=', true),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

async function recordTransfer(
  tx: Db,
  deps: Deps,
  { id: paymentId, subject_id: id }: Payment,
  { artistId, outcome }: AttemptedTransfer,
): Promise<void> {
  const by = { actor: 'system', actorId: null } as const
  if (outcome === 'sent') {
    await takeStep(tx, deps, { id, step: 'complete', ...by })
    await markTransferred(tx, { paymentId, artistId })
    return
  }
  const { status } = await lockCommission(tx, id)
  if (commissionSteps.postpone.from.includes(status)) {
    const transfer = await findTransfer(tx, paymentId)
    // The artist is told why; the timeline, which the customer reads as well, does not say it.
    const problem = transfer ? problemOfTransfer(transfer) : null
    const details = problem === null ? {} : { reason: problem }
    await takeStep(tx, deps, { id, step: 'postpone', ...by, details })
  } else {
    // The next attempt is at another time.
    await tellOfChange(tx, id)
  }
}

async function tellOfChange(tx: Db, commissionId: string): Promise<void> {
  await publish(tx, commissionChanged(await findCommission(tx, commissionId)))
}
