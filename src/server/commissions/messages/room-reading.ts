// Who may read what was written in a room, as messages and as notes: its parties always, an admin only to judge it, or for a reason that is logged.

import { sql, type SqlBool } from 'kysely'
import type { Commission } from '#contracts/commissions/commission.ts'
import { adminReadMinutes } from '#rules/commissions/message-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { readNote } from '#rules/admin/admin-actions.ts'
import { recordAdminAction } from '#server/admin/audit-log.ts'
import type { Db } from '#server/db/client.ts'
import { findCommission, type ReadCommission, type Viewer } from '../commission-queries.ts'
import { lockJudged } from '../judged-commission.ts'
import type { CommissionDeps } from '../take-step.ts'

const action = 'read_messages'
const readMs = adminReadMinutes * 60_000

type Reading = Pick<Commission['room'], 'readAs' | 'readUntil'>
type Reader = { userId: string; viewer: Viewer }

/** @param now by the clock of commissions, by which a stated reason ends */
export async function readingOf(
  db: Db,
  { id, frozen_at: frozenAt, open_dispute: dispute }: ReadCommission,
  { userId, viewer, now }: Reader & { now: Date },
): Promise<Reading> {
  if (viewer !== 'admin') return { readAs: 'party', readUntil: null }
  if (frozenAt !== null || dispute !== null) return { readAs: 'judge', readUntil: null }
  const until = await findStatedUntil(db, { commissionId: id, adminId: userId, now })
  if (until === null) return { readAs: null, readUntil: null }
  return { readAs: 'reason', readUntil: until.toISOString() }
}

type OfAdmin = { commissionId: string; adminId: string; now: Date }

async function findStatedUntil(
  db: Db,
  { commissionId, adminId, now }: OfAdmin,
): Promise<Date | null> {
  const until = sql<Date>`(details ->> 'until')::timestamptz`
  const stated = await db
    .selectFrom('admin_actions')
    .select(until.as('until'))
    .where('subject_id', '=', commissionId)
    .where('admin_id', '=', adminId)
    .where('action', '=', action)
    .where(sql<SqlBool>`${until} > ${now}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return stated?.until ?? null
}

/**
 * For each call that reads messages or their files. What an admin reads to judge it is logged, once an hour: a page asks
 * for the messages of one room many times. To an admin who has stated no reason there are none.
 * @throws Refusal not_found
 */
export async function admitReader(
  { db, clock }: CommissionDeps & { db: Db },
  { id, reader }: { id: string; reader: { id: string; mayAdminister: boolean } },
): Promise<{ commission: ReadCommission; viewer: Viewer }> {
  const found = await findCommission(db, { id, reader })
  const now = clock.now()
  const { readAs } = await readingOf(db, found.commission, {
    userId: reader.id,
    viewer: found.viewer,
    now,
  })
  if (readAs === null) throw new Refusal('not_found')
  if (readAs === 'judge') await recordReading(db, { commissionId: id, adminId: reader.id, now })
  return found
}

/** Once an hour. */
export async function recordReading(
  db: Db,
  { commissionId, adminId, now }: OfAdmin,
): Promise<void> {
  const at = sql<Date>`(details ->> 'at')::timestamptz`
  await db.transaction().execute(async (tx) => {
    const recorded = await tx
      .selectFrom('admin_actions')
      .select('id')
      .where('subject_id', '=', commissionId)
      .where('admin_id', '=', adminId)
      .where('action', '=', action)
      .where(sql<SqlBool>`${at} > ${new Date(now.getTime() - readMs)}`)
      .limit(1)
      .executeTakeFirst()
    if (recorded) return
    const details = { at: now.toISOString() }
    const entry = { adminId, action, subjectId: commissionId, note: readNote, details } as const
    await recordAdminAction(tx, entry)
  })
}

/** Returns until when the messages can be read. @throws Refusal not_found, own_case */
export async function stateReason(
  { db, clock }: CommissionDeps & { db: Db },
  { id, adminId, note }: { id: string; adminId: string; note: string },
): Promise<Date> {
  const until = new Date(clock.now().getTime() + readMs)
  await db.transaction().execute(async (tx) => {
    await lockJudged(tx, { id, adminId })
    const details = { until: until.toISOString() }
    await recordAdminAction(tx, { adminId, action, subjectId: id, note, details })
  })
  return until
}
