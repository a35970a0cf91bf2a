import {
  getRefund,
  getTransfer,
  listUnsentTransfers,
  retryRefund,
  retryTransfer,
  settleRefund,
  settleTransfer,
} from '#contracts/admin/owed-money.ts'
import { Refusal } from '#rules/errors/refusal.ts'
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
    await retries.retryRefund(deps, {
      id,
      record: (tx, { ownerId, pence }) =>
        recordAdminAction(tx, {
          adminId: user.id,
          action: 'retry_refund',
          subjectId: ownerId,
          note,
          details: { refund: id, pence },
        }),
    })
    return { id, status: 'waiting' as const }
  })

  serve(retryTransfer, async ({ input: { id, why: note }, user }) => {
    await retries.retryTransfer(deps, {
      id,
      record: (tx, { ownerId, pence }) =>
        recordAdminAction(tx, {
          adminId: user.id,
          action: 'retry_transfer',
          subjectId: ownerId,
          note,
          details: { transfer: id, pence },
        }),
    })
    return { id, status: 'waiting' as const }
  })

  serve(settleRefund, async ({ input: { id, reference, note }, user }) => {
    await settlements.settleRefund(deps, {
      id,
      reference,
      record: (tx, { ownerId, pence }) =>
        recordAdminAction(tx, {
          adminId: user.id,
          action: 'settle_refund',
          subjectId: ownerId,
          note,
          details: { refund: id, pence, reference },
        }),
    })
    return { id, status: 'settled' as const }
  })

  serve(settleTransfer, async ({ input: { id, reference, note }, user }) => {
    await settlements.settleTransfer(deps, {
      id,
      reference,
      record: (tx, { ownerId, pence }) =>
        recordAdminAction(tx, {
          adminId: user.id,
          action: 'settle_transfer',
          subjectId: ownerId,
          note,
          details: { transfer: id, pence, reference },
        }),
    })
    return { id, status: 'settled' as const }
  })
}

function found<Owed>(owed: Owed | null): Owed {
  if (owed === null) throw new Refusal('not_found')
  return owed
}
