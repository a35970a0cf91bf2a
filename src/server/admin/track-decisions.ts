// The decisions of an admin about a track: whether it is for sale, and whether its quality is validated.

import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { notify } from '#server/notifications/notify.ts'
import { endFeaturing, feature } from '#server/tracks/featured-tracks.ts'
import { putBack, setQuality, takeDown } from '#server/tracks/taken-down-tracks.ts'
import { recordAdminAction, type ToldWords } from './audit-log.ts'

type Decision = { trackId: string; adminId: string }
type ToldDecision = Decision & ToldWords
/** Nobody is told. */
type SilentDecision = Decision & { note: string }

/** Withdraws it, which its artist cannot undo. Repeated, it changes nothing. @throws Refusal not_found */
export async function takeDownTrack(db: Db, decision: ToldDecision): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const taken = await takeDown(tx, decision.trackId)
    if (!taken) return refuseUnknown(tx, decision.trackId)
    await recordAndTell(tx, decision, taken, 'take_down_track')
  })
}

/** Lists it again unless its artist had withdrawn it. Repeated, it changes nothing. @throws Refusal not_found */
export async function putBackTrack(db: Db, decision: ToldDecision): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const back = await putBack(tx, decision.trackId)
    if (!back) return refuseUnknown(tx, decision.trackId)
    await recordAndTell(tx, decision, back, 'put_back_track')
  })
}

async function recordAndTell(
  tx: Db,
  { trackId, adminId, ...words }: ToldDecision,
  { artistId, title }: { artistId: string; title: string },
  action: 'take_down_track' | 'put_back_track',
): Promise<void> {
  const id = await recordAdminAction(tx, { adminId, action, subjectId: trackId, ...words })
  const notice = { to: artistId, key: `admin:${id}`, titles: [title], reason: words.reason }
  if (action === 'put_back_track') await notify(tx, { ...notice, kind: 'track_restored' })
  else await notify(tx, { ...notice, kind: 'track_taken_down', byReport: false })
}

/** Repeated, it changes nothing. @throws Refusal not_found */
export async function setTrackQuality(
  db: Db,
  { trackId, adminId, note, isValidated }: SilentDecision & { isValidated: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await setQuality(tx, { trackId, isValidated }))) return refuseUnknown(tx, trackId)
    const action = isValidated ? 'validate_track' : 'invalidate_track'
    await recordAdminAction(tx, { adminId, action, subjectId: trackId, note })
  })
}

/** Repeated, it changes nothing. @throws Refusal not_found, track_not_listed, too_many_featured */
export async function setFeatured(
  db: Db,
  { trackId, adminId, note, isFeatured }: SilentDecision & { isFeatured: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await refuseUnknown(tx, trackId)
    const hasChanged = await (isFeatured ? feature(tx, trackId) : endFeaturing(tx, trackId))
    if (!hasChanged) return
    const action = isFeatured ? 'feature_track' : 'end_featuring'
    await recordAdminAction(tx, { adminId, action, subjectId: trackId, note })
  })
}

/** A known track is already as requested: nothing has changed. */
async function refuseUnknown(tx: Db, trackId: string): Promise<void> {
  const track = await tx
    .selectFrom('tracks')
    .select('id')
    .where('id', '=', trackId)
    .executeTakeFirst()
  if (!track) throw new Refusal('not_found')
}
