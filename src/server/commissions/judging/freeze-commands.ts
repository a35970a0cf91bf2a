// An admin freezes a commission, and lets it go on: both parties are told why.

import { Refusal } from '#rules/errors/refusal.ts'
import { recordAdminAction, type ToldWords } from '#server/admin/audit-log.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import { freezeCommission, thawCommission } from '../commission-freeze.ts'
import type { CommissionDeps } from '../take-step.ts'
import { lockJudged } from '../judged-commission.ts'

type Deps = CommissionDeps & Committing
type Action = ToldWords & { id: string; adminId: string }

/** @throws Refusal not_found, own_case, not_freezable, commission_frozen */
export async function freezeByAdmin(
  { db, failpoints, ...deps }: Deps,
  { id, adminId, ...words }: Action,
): Promise<void> {
  await inTransaction({ db, failpoints }, 'freeze.commit', async (tx) => {
    const { frozen_at: frozenAt } = await lockJudged(tx, { id, adminId })
    if (frozenAt !== null) throw new Refusal('commission_frozen')
    const by = { by: 'admin', actor: 'admin', actorId: adminId } as const
    await freezeCommission(tx, deps, { id, ...by, reason: words.reason })
    await recordAdminAction(tx, { adminId, action: 'freeze_commission', subjectId: id, ...words })
  })
}

/** A party's suspension has to be lifted first. @throws Refusal not_found, own_case, not_frozen, frozen_by_ban, commission_too_late */
export async function unfreezeByAdmin(
  { db, ...deps }: Deps,
  { id, adminId, ...words }: Action,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const commission = await lockJudged(tx, { id, adminId })
    if (commission.frozen_at === null) throw new Refusal('not_frozen')
    // Read after the lock: a suspension that begins later waits for it, and freezes the commission again.
    if (commission.is_party_banned) throw new Refusal('frozen_by_ban')
    await thawCommission(tx, deps, { id, actor: 'admin', actorId: adminId, text: words.reason })
    const action = 'unfreeze_commission'
    await recordAdminAction(tx, { adminId, action, subjectId: id, ...words })
  })
}
