import {
  getRefund,
  getTransfer,
  listUnsentTransfers,
  retryRefund,
  retryTransfer,
  settleRefund,
  settleTransfer,
} from '#contracts/admin/owed-money.ts'
import type { AdminAction } from '#rules/admin/admin-actions.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import * as retries from '#server/payments/retries.ts'
import * as settlements from '#server/payments/settlements.ts'
import { recordAdminAction } from './audit-log.ts'
import { findRefund, findTransfer, findUnsentTransfers } from './owed-money-queries.ts'

export function owedMoneyRoutes({ serve }: Serving, deps: settlements.SettleDeps) {
  const { db } = deps

  serve(getRefund, async ({ input: { id } }) => found(await findRefund(db, id)))

  serve(getTransfer, async ({ input: { id } }) => found(await findTransfer(db, id)))

  serve(listUnsentTransfers, ({ input }) => findUnsentTransfers(db, input.page))

  serve(retryRefund, async ({ input: { id, why: note }, user }) => {
    const record = logged('retry_refund', { adminId: user.id, note, refund: id })
    await retries.retryRefund(deps, { id, record })
    return { id, status: 'waiting' as const }
  })

  serve(retryTransfer, async ({ input: { id, why: note }, user }) => {
    const record = logged('retry_transfer', { adminId: user.id, note, transfer: id })
    await retries.retryTransfer(deps, { id, record })
    return { id, status: 'waiting' as const }
  })

  serve(settleRefund, async ({ input: { id, reference, note }, user }) => {
    const record = logged('settle_refund', { adminId: user.id, note, refund: id, reference })
    await settlements.settleRefund(deps, { id, reference, record })
    return { id, status: 'settled' as const }
  })

  serve(settleTransfer, async ({ input: { id, reference, note }, user }) => {
    const record = logged('settle_transfer', { adminId: user.id, note, transfer: id, reference })
    await settlements.settleTransfer(deps, { id, reference, record })
    return { id, status: 'settled' as const }
  })
}

type Decision = { adminId: string; note: string } & Record<string, string>

/** Writes a decision into the audit log, in its transaction. Nobody decides about the own money. */
function logged(action: AdminAction, { adminId, note, ...details }: Decision) {
  return async (tx: Db, { ownerId, pence }: settlements.Settled) => {
    if (ownerId === adminId) throw new Refusal('own_sale')
    await recordAdminAction(tx, {
      adminId,
      action,
      subjectId: ownerId,
      note,
      details: { ...details, pence },
    })
  }
}

function found<Owed>(owed: Owed | null): Owed {
  if (owed === null) throw new Refusal('not_found')
  return owed
}
