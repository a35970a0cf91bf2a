import type { Commission } from '#contracts/commissions/commission.ts'
import type { Db } from '#server/db/client.ts'
import type { SessionUser } from '#server/http/session.ts'
import { presentCommission } from './commission-presenter.ts'
import * as queries from '../commission-queries.ts'
import { findNotes } from './note-queries.ts'
import { findRead } from '../messages/room-news.ts'
import { findRoomState } from '../messages/room-state.ts'
import { findUnread } from '../unread-news.ts'
import type { CommissionDeps } from '../take-step.ts'

/** As this user sees it now. @throws Refusal not_found */
export async function readCommission(
  deps: CommissionDeps & { db: Db },
  id: string,
  user: Pick<SessionUser, 'id' | 'mayAdminister'>,
): Promise<Commission> {
  const { db } = deps
  const { commission, viewer } = await queries.findCommission(db, { id, reader: user })
  const now = deps.clock.now()
  const reader = { userId: user.id, viewer, now }
  const [trackId, deliveries, notes, dispute, timeline, money, room, read, unread] =
    await Promise.all([
      queries.findListedTrack(db, commission),
      queries.findDeliveries(db, id),
      findNotes(db, id),
      queries.findNewestDispute(db, id),
      queries.findTimeline(db, id),
      queries.findMoney(db, commission),
      findRoomState(deps, commission, reader),
      findRead(db, { commissionId: id, userId: user.id }),
      viewer === 'admin' ? undefined : findUnread(db, { commissionId: id, party: viewer }),
    ])
  return presentCommission(deps, commission, {
    viewer,
    now,
    ...(unread ? { unread } : {}),
    parts: {
      trackId,
      deliveries,
      notes,
      dispute,
      timeline,
      money,
      room,
      notesReadAt: read.notes_read_at,
    },
  })
}
