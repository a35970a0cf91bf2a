// Compares the site with the model: each commission, what is owed from its payments, and the ledger of these.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { commissionInvariants, moneyInvariants } from '../../money/invariant-problems.ts'
import type { TestApp } from '../../test-app.ts'
import type { CommissionModel, Modelled } from './commission-model.ts'

type Compared = { app: TestApp; model: CommissionModel; ids: readonly string[] }

/** @throws where they differ, or where an invariant does not hold */
export async function expectSame({ app, model, ids }: Compared): Promise<void> {
  expect(await findCommissions(app, ids)).toEqual(model.commissions.map(shown))
  expect(await ledgerOf(app, ids)).toEqual(ledgerOfModel(model))
  expect([...(await moneyInvariants(app)), ...(await commissionInvariants(app))]).toEqual([])
}

function shown(one: Modelled) {
  const moment = (ms?: number | null) => (typeof ms === 'number' ? new Date(ms) : null)
  return {
    status: one.status,
    status_reason: one.reason,
    revision_count: one.revisions,
    max_revisions: one.maxIncludedRevisions,
    frozen_by: one.frozen?.by ?? null,
    frozen_at: moment(one.frozen?.at),
    paid_at: moment(one.paidAt),
    answer_by: moment(one.at.answerBy),
    pay_by: moment(one.at.payBy),
    due_at: moment(one.at.dueAt),
    overdue_at: moment(one.at.overdueAt),
    approve_at: moment(one.at.approveAt),
    end_at: moment(one.at.endAt),
    hold_until: moment(one.at.holdUntil),
    dispute: one.dispute === null ? null : one.dispute.isAnswered ? 'answered' : 'open',
    is_owned: one.transferPence > 0,
    received: one.received,
    transferred: one.transferPence,
    refunded: one.refundPence,
  }
}

async function findCommissions({ db }: TestApp, ids: readonly string[]) {
  const { rows } = await sql`
    select
      status, status_reason, revision_count, max_revisions, frozen_by, frozen_at, paid_at, answer_by, pay_by, due_at,
      overdue_at, approve_at, end_at, hold_until,
      (select status from commission_disputes where commission_id = commissions.id and status <> 'resolved') as dispute,
      exists (select from commission_entitlements where commission_id = commissions.id) as is_owned,
      (select count(*)::integer from payments where subject_id = commissions.id and status = 'paid') as received,
      (
        select coalesce(sum(transfers.amount_pence), 0)::integer from transfers
        join payments on payments.id = payment_id
        where subject_id = commissions.id
      ) as transferred,
      (
        select coalesce(sum(refunds.amount_pence), 0)::integer from refunds
        join payments on payments.id = payment_id
        where subject_id = commissions.id
      ) as refunded
    from commissions
    where id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], id)
  `.execute(db)
  return rows
}

const providerFeePence = 86
const processingFeePence = 20

/** Of these commissions. What is owed to a customer has been sent when the jobs have run. */
function ledgerOfModel({ commissions }: CommissionModel) {
  const sum = (pence: (one: Modelled) => number) =>
    commissions.reduce((total, one) => total + pence(one), 0)
  const isHeld = ({ status }: Modelled) => status === 'in_progress' || status === 'delivered'
  const received = sum((one) => one.received) * 4420
  const unsent = sum((one) => (one.status === 'cron_pending' ? one.transferPence : 0))
  const fees = sum((one) => one.received) * providerFeePence
  const refunded = sum((one) => one.refundPence)
  const transferred = sum((one) => one.transferPence) - unsent
  const processing = sum((one) => (one.transferPence > 0 ? processingFeePence : 0))
  return {
    stripe_pending: received - fees - refunded - transferred,
    stripe_fees: fees,
    commission_held: 0 - sum((one) => (isHeld(one) ? 4420 : 0)),
    artist_payable: 0 - unsent,
    customer_payable: 0,
    platform_commission: 0 - sum((one) => one.transferPence) / 10,
    processing_fee: 0 - processing,
  }
}

async function ledgerOf({ db }: TestApp, ids: readonly string[]) {
  const { rows } = await sql`
    select
      ${sql.join(
        [
          'stripe_pending',
          'stripe_fees',
          'commission_held',
          'artist_payable',
          'customer_payable',
          'platform_commission',
          'processing_fee',
        ].map(
          (account) =>
            sql`coalesce(sum(ledger_entries.amount_pence) filter (where account = ${account}), 0)::integer as ${sql.ref(account)}`,
        ),
      )}
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = transaction_id
    join payments on payments.id = payment_id
    where subject_id = any(${ids}::uuid[])
  `.execute(db)
  return rows[0]
}
