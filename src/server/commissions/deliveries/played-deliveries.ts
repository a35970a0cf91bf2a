// An admin who has to judge a delivery plays the whole recording, and the audit log says so.

import { sql } from 'kysely'
import { playedNote } from '#rules/admin/admin-actions.ts'
import { recordAdminAction } from '#server/admin/audit-log.ts'
import type { Db } from '#server/db/client.ts'

type Played = { adminId: string; commissionId: string; deliveryId: string }

const hourMs = 60 * 60_000

/** Before the first byte is sent. Once an hour: a player asks for one recording many times. */
export async function recordPlayed(db: Db, played: Played, now: Date): Promise<void> {
  const { adminId, commissionId, deliveryId } = played
  const action = 'play_delivery'
  await db.transaction().execute(async (tx) => {
    const recorded = await tx
      .selectFrom('admin_actions')
      .select('id')
      .where('subject_id', '=', commissionId)
      .where('admin_id', '=', adminId)
      .where('action', '=', action)
      .where(sql`details ->> 'deliveryId'`, '=', deliveryId)
      .where('acted_at', '>', new Date(now.getTime() - hourMs))
      .limit(1)
      .executeTakeFirst()
    if (recorded) return
    const details = { deliveryId }
    await recordAdminAction(tx, {
      adminId,
      action,
      subjectId: commissionId,
      note: playedNote,
      details,
    })
  })
}
