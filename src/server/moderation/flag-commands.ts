// Flags: stored by users, decided by admins, answered by artists. The track is locked before its flags, so that
// simultaneous decisions about one track see each other.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import { flagLimits, type FlagType } from '#rules/moderation/flag-limits.ts'
import {
  flagProcess,
  takeDownStatuses,
  tookDownStatuses,
  type DecisionStep,
  type FlagStatus,
} from '#rules/moderation/flag-process.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import { lockAuthor } from '#server/accounts/customer-lock.ts'
import { recordAdminAction, type AdminWords } from '#server/admin/audit-log.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { notify, notifyAdmins } from '#server/notifications/notify.ts'
import { listedTracks } from '#server/tracks/listed-tracks.ts'
import { lockTrack, putBack, takeDown } from '#server/tracks/taken-down-tracks.ts'

type NewFlag = { trackId: string; reporterId: string; type: FlagType; reason: string }

/** @throws Refusal not_found, own_flag, already_flagged, too_many_flags */
export async function storeFlag(
  db: Db,
  flag: NewFlag,
): Promise<{ id: string; status: FlagStatus }> {
  return db.transaction().execute(async (tx) => {
    await lockAuthor(tx, flag.reporterId, 'flag_login_required')
    const flagged = await findFlaggedTrack(tx, flag.trackId)
    if (!flagged) throw new Refusal('not_found')
    if (flagged.artistId === flag.reporterId) throw new Refusal('own_flag')
    await countFlag(tx, flag.reporterId)
    const stored = await tx
      .insertInto('flags')
      .values({
        id: randomUUID(),
        track_id: flag.trackId,
        reporter_id: flag.reporterId,
        type: flag.type,
        reason: flag.reason,
        status: flagProcess.start,
        flagged: JSON.stringify(flagged),
      })
      // The unique index allows one open flag of a user and a track.
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'status'])
      .executeTakeFirst()
    if (!stored) throw new Refusal('already_flagged')
    const event = { kind: 'new_flag', trackId: flag.trackId } as const
    await notifyAdmins(tx, { ...event, key: `flag:${stored.id}` })
    return stored
  })
}

/** The frozen copy: a later edit does not change what was flagged. */
function findFlaggedTrack(tx: Db, trackId: string) {
  return listedTracks(tx)
    .select([
      'tracks.title',
      'tracks.original_artist as originalArtist',
      'tracks.description',
      'tracks.artist_id as artistId',
      sql<string>`coalesce(users.display_name, users.username)`.as('artistName'),
      'tracks.licence_status as licenceStatus',
      'tracks.licensed_from as licensedFrom',
      'tracks.original_sha256 as sha256',
    ])
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
}

/** As the contract requires, everything but the beginning of a review has a reason, and the upholding a claim. */
type Decision = AdminWords & {
  id: string
  adminId: string
  step: DecisionStep
  claim?: string | undefined
}

/** @throws Refusal not_found, flag_moved */
export async function decideFlag(db: Db, decision: Decision): Promise<void> {
  const { id, adminId, step, reason, note } = decision
  const claim = step === 'uphold' ? decision.claim : undefined
  await db.transaction().execute(async (tx) => {
    const flag = await findFlag(tx, id)
    if (!flag) throw new Refusal('not_found')
    await lockTrack(tx, flag.trackId)
    const decided =
      reason === undefined
        ? { reviewer_id: adminId }
        : { decision_reason: reason, decided_at: new Date() }
    if (!(await move(tx, 'flags', flagProcess, { id, step, changes: { claim, ...decided } })))
      throw new Refusal('flag_moved')
    if (step === 'uphold') await takeDown(tx, flag.trackId)
    const staysDown = step === 'reinstate' && (await isKeptDown(tx, flag.trackId))
    if (step === 'reinstate' && !staysDown) await putBack(tx, flag.trackId)
    const action = `${step}_flag` as const
    const entry = {
      adminId,
      action,
      subjectId: flag.trackId,
      reason,
      note,
      details: { flagId: id },
    }
    const entryId = await recordAdminAction(tx, entry)
    if (reason !== undefined)
      await tellOfDecision(tx, { ...flag, step, claim, reason, staysDown, key: `admin:${entryId}` })
  })
}

/** Of the track that it is about, the title is that of today. */
function findFlag(tx: Db, id: string) {
  return tx
    .selectFrom('flags')
    .innerJoin('tracks', 'tracks.id', 'flags.track_id')
    .select([
      'flags.track_id as trackId',
      'flags.reporter_id as reporterId',
      'tracks.artist_id as artistId',
      'tracks.title',
    ])
    .where('flags.id', '=', id)
    .executeTakeFirst()
}

async function isKeptDown(tx: Db, trackId: string): Promise<boolean> {
  const flag = await tx
    .selectFrom('flags')
    .select('id')
    .where('track_id', '=', trackId)
    .where('status', 'in', takeDownStatuses)
    .executeTakeFirst()
  return flag !== undefined
}

type Told = {
  trackId: string
  title: string
  artistId: string
  reporterId: string | null
  step: DecisionStep
  claim: string | undefined
  reason: string
  /** Although it was reinstated: because of another flag. */
  staysDown: boolean
  key: string
}

/** The reporter is told of every outcome, the artist of those that change whether the track is listed. */
async function tellOfDecision(tx: Db, told: Told): Promise<void> {
  const { artistId, reporterId, step, claim, reason, staysDown, key } = told
  const titles = [told.title]
  if (step === 'uphold' || step === 'confirm')
    await notify(tx, {
      to: artistId,
      key,
      kind: 'track_taken_down',
      titles,
      claim,
      reason,
      byReport: true,
    })
  if (step === 'reinstate')
    await notify(tx, { to: artistId, key, kind: 'track_restored', titles, reason, staysDown })
  if (reporterId !== null)
    await notify(tx, {
      to: reporterId,
      key,
      kind: 'flag_decided',
      trackId: told.trackId,
      titles,
      outcome: flagProcess.steps[step].to,
      reason,
      staysDown,
    })
}

type CounterNotice = { id: string; artistId: string; text: string }

/** @throws Refusal of lockAccount, flag_moved; not_found also where the flag has not taken down a track of this artist */
export async function storeCounterNotice(db: Db, { id, artistId, text }: CounterNotice) {
  const { from, to } = flagProcess.steps.counter
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, artistId)
    const stored = await tx
      .updateTable('flags')
      .from('tracks')
      .set({ status: to, counter_text: text, countered_at: new Date() })
      .whereRef('tracks.id', '=', 'flags.track_id')
      .where('tracks.artist_id', '=', artistId)
      .where('flags.id', '=', id)
      .where('flags.status', 'in', from)
      .returning(['flags.track_id as trackId', 'flags.reporter_id as reporterId', 'tracks.title'])
      .executeTakeFirst()
    if (!stored) throw new Refusal(await reasonNotCountered(tx, { id, artistId }))
    const { trackId, reporterId, title } = stored
    await notifyAdmins(tx, { kind: 'counter_notice', trackId, key: `counter_notice:${id}` })
    if (reporterId === null) return
    // What the artist writes is for the admins: it may name people.
    await notify(tx, {
      to: reporterId,
      key: `countered:${id}`,
      kind: 'flag_decided',
      trackId,
      titles: [title],
      outcome: to,
    })
  })
}

async function reasonNotCountered(tx: Db, { id, artistId }: Omit<CounterNotice, 'text'>) {
  const own = await tx
    .selectFrom('flags')
    .innerJoin('tracks', 'tracks.id', 'flags.track_id')
    .select('flags.id')
    .where('flags.id', '=', id)
    .where('tracks.artist_id', '=', artistId)
    .where('flags.status', 'in', tookDownStatuses)
    .executeTakeFirst()
  return own ? 'flag_moved' : 'not_found'
}

function countFlag(tx: Db, userId: string): Promise<void> {
  const [kind, refusal] = ['flags', 'too_many_flags'] as const
  return countUserAction(tx, { kind, userId, limits: flagLimits, refusal })
}
