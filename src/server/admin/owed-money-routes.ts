import {
  getRefund,
  getTransfer,
  listUnsentTransfers,
  retryRefund,
  retryTransfer,
  settleRefund,
  settleTransfer,
  writeOffTransfer,
} from '#contracts/admin/owed-money.ts'
import type { AdminAction } from '#rules/admin/admin-actions.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { retryOwed } from '#server/payments/retries.ts'
import * as settlements from '#server/payments/settlements.ts'
import { recordAdminAction, type AdminWords } from './audit-log.ts'
import { findRefund, findTransfer, findUnsentTransfers } from './owed-money-queries.ts'

export function owedMoneyRoutes({ serve }: Serving, deps: settlements.SettleDeps) {
  const { db, clock } = deps

  serve(getRefund, async ({ input: { id }, user }) =>
    found(await findRefund(db, id, { adminId: user.id, now: clock.now() })),
  )

  serve(getTransfer, async ({ input: { id }, user }) =>
    found(await findTransfer(db, id, { adminId: user.id, now: clock.now() })),
  )

  serve(listUnsentTransfers, ({ input, user }) =>
    findUnsentTransfers(db, { ...input, adminId: user.id, now: clock.now() }),
  )

  serve(retryRefund, async ({ input: { id, why: note }, user }) => {
    const record = logged('retry_refund', { adminId: user.id, note }, { refund: id })
    await retryOwed(deps, 'refund', { id, record })
    return { id, status: 'waiting' as const }
  })

  serve(retryTransfer, async ({ input: { id, why: note }, user }) => {
    const record = logged('retry_transfer', { adminId: user.id, note }, { transfer: id })
    await retryOwed(deps, 'transfer', { id, record })
    return { id, status: 'waiting' as const }
  })

  serve(settleRefund, async ({ input: { id, reference, note }, user }) => {
    const details = { refund: id, reference }
    const record = logged('settle_refund', { adminId: user.id, note }, details)
    await settlements.settleRefund(deps, { id, reference, record })
    return { id, status: 'settled' as const }
  })

  serve(settleTransfer, async ({ input: { id, reference, note }, user }) => {
    const details = { transfer: id, reference }
    const record = logged('settle_transfer', { adminId: user.id, note }, details)
    await settlements.settleTransfer(deps, { id, reference, record })
    return { id, status: 'settled' as const }
  })

  serve(writeOffTransfer, async ({ input: { id, reason }, user }) => {
    const record = logged('write_off_transfer', { adminId: user.id, reason }, { transfer: id })
    await settlements.writeOffTransfer(deps, { id, reason, record })
    return { id, status: 'written_off' as const }
  })
}

type Decision = AdminWords & { adminId: string }

/** Writes a decision into the audit log, in its transaction. Nobody decides about the own money. */
function logged(action: AdminAction, decision: Decision, details: Record<string, string>) {
  return async (tx: Db, { ownerId, pence }: settlements.Settled) => {
    if (ownerId === decision.adminId) throw new Refusal('own_sale')
    await recordAdminAction(tx, {
      ...decision,
      action,
      subjectId: ownerId,
      details: { ...details, pence },
    })
  }
}

function found<Owed>(owed: Owed | null): Owed {
  if (owed === null) throw new Refusal('not_found')
  return owed
}
