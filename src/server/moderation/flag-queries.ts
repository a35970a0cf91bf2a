// The flags as admins and the artists concerned read them.

import { sql } from 'kysely'
import {
  flaggedTrackSchema,
  type Flag,
  type FlagCounts,
  type FlagRefusal,
  type TakeDown,
} from '#contracts/moderation/flags.ts'
import {
  flagProcess,
  flagQueues,
  openFlagStatuses,
  tookDownStatuses,
  type FlagStatus,
  type FlagView,
} from '#rules/moderation/flag-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { pageOf } from '#server/admin/page-of.ts'
import type { Db } from '#server/db/client.ts'
import { listedTracks } from '#server/tracks/listed-tracks.ts'

type Wanted = { state: FlagView; page: number }

const statusesOf: Record<FlagView, readonly FlagStatus[]> = {
  ...flagQueues,
  all: flagProcess.statuses,
}

/** What waits is read from the oldest on, and before everything that is decided. */
export async function findFlags(db: Db, { state, page }: Wanted) {
  const statuses = statusesOf[state]
  const found = flagsOfTracks(db).where('flags.status', 'in', statuses)
  const shown = readFlags(db)
    .where('flags.status', 'in', statuses)
    .orderBy(
      sql`case when flags.status in (${sql.join(flagQueues.open)}) then flags.created_at end`,
    )
    .orderBy('flags.decided_at', 'desc')
    .orderBy('flags.id')
  const { rows, paging } = await pageOf(found, { page, shown })
  return { flags: rows.map(presentFlag), ...paging, counts: await countFlags(db) }
}

function countFlags(db: Db): Promise<FlagCounts> {
  const countOf = (view: FlagView) =>
    sql<number>`count(*) filter (where status in (${sql.join(statusesOf[view])}))::integer`
  return db
    .selectFrom('flags')
    .select([
      countOf('open').as('open'),
      countOf('takenDown').as('takenDown'),
      countOf('closed').as('closed'),
      countOf('all').as('all'),
    ])
    .executeTakeFirstOrThrow()
}

/** @throws Refusal not_found */
export async function getFlag(db: Db, id: string): Promise<Flag> {
  const row = await readFlags(db).where('flags.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return presentFlag(row)
}

/** @throws Refusal not_found */
export async function findFlagRefusal(
  db: Db,
  { trackId, userId }: { trackId: string; userId: string },
): Promise<FlagRefusal> {
  const track = await listedTracks(db)
    .select(['tracks.artist_id as artistId'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('flags')
            .select('flags.id')
            .whereRef('flags.track_id', '=', 'tracks.id')
            .where('flags.reporter_id', '=', userId)
            .where('flags.status', 'in', openFlagStatuses),
        )
        .as('isFlagged'),
    )
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
  if (!track) throw new Refusal('not_found')
  if (track.artistId === userId) return 'own_flag'
  return track.isFlagged ? 'already_flagged' : null
}

function flagsOfTracks(db: Db) {
  return db
    .selectFrom('flags')
    .innerJoin('tracks', 'tracks.id', 'flags.track_id')
    .innerJoin('users as artist', 'artist.id', 'tracks.artist_id')
    .leftJoin('users as reporter', 'reporter.id', 'flags.reporter_id')
    .leftJoin('users as reviewer', 'reviewer.id', 'flags.reviewer_id')
}

function readFlags(db: Db) {
  return flagsOfTracks(db).select([
    'flags.id',
    'flags.track_id',
    'flags.type',
    'flags.reason',
    'flags.status',
    'flags.flagged',
    'flags.created_at',
    'flags.decision_reason',
    'flags.decided_at',
    'flags.claim',
    'flags.counter_text',
    'flags.countered_at',
    'flags.reporter_id',
    'reporter.username as reporter_name',
    'flags.reviewer_id',
    sql<string | null>`coalesce(reviewer.display_name, reviewer.username)`.as('reviewer_name'),
    sql<boolean>`is_listed(tracks.withdrawn_at, artist.banned)`.as('is_listed'),
    sql<number>`(
        select count(*)::integer from flags as others where others.track_id = flags.track_id
      )`.as('flags_of_track'),
  ])
}

type FlagRow = Awaited<ReturnType<ReturnType<typeof readFlags>['execute']>>[number]

function presentFlag(row: FlagRow): Flag {
  const { reporter_id: reporterId, reporter_name: username } = row
  const { reviewer_id: reviewerId, reviewer_name: name } = row
  return {
    id: row.id,
    trackId: row.track_id,
    type: row.type,
    reason: row.reason,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    reporter: reporterId === null || username === null ? null : { id: reporterId, username },
    reviewer: reviewerId === null || name === null ? null : { id: reviewerId, name },
    flagged: flaggedTrackSchema.parse(row.flagged),
    isListed: row.is_listed,
    flagsOfTrack: row.flags_of_track,
    claim: row.claim,
    ...presentOutcome(row),
  }
}

/** The newest decision first; a track that is listed again keeps its case. */
export async function findTakeDowns(db: Db, artistId: string): Promise<TakeDown[]> {
  const rows = await readTakeDowns(db, artistId)
    .where('flags.status', 'in', tookDownStatuses)
    .orderBy('flags.decided_at', 'desc')
    .orderBy('flags.id')
    .execute()
  return rows.map(presentTakeDown)
}

/** Undefined unless it concerns a track of the artist. */
export async function findTakeDown(db: Db, { id, artistId }: { id: string; artistId: string }) {
  const row = await readTakeDowns(db, artistId).where('flags.id', '=', id).executeTakeFirst()
  return row && presentTakeDown(row)
}

/** Never who reported the track, nor in which words: what was claimed is told in an admin's. */
function readTakeDowns(db: Db, artistId: string) {
  return db
    .selectFrom('flags')
    .innerJoin('tracks', 'tracks.id', 'flags.track_id')
    .select([
      'flags.id',
      'flags.track_id',
      'flags.type',
      'flags.status',
      'flags.claim',
      'flags.decision_reason',
      'flags.decided_at',
      'flags.counter_text',
      'flags.countered_at',
      'tracks.title',
    ])
    .where('tracks.artist_id', '=', artistId)
}

type TakeDownRow = Awaited<ReturnType<ReturnType<typeof readTakeDowns>['execute']>>[number]

function presentTakeDown(row: TakeDownRow): TakeDown {
  const { id, title, type, status, claim } = row
  return { id, trackId: row.track_id, title, type, status, claim, ...presentOutcome(row) }
}

type OutcomeRow = Pick<FlagRow, 'decision_reason' | 'decided_at' | 'counter_text' | 'countered_at'>

function presentOutcome(row: OutcomeRow): Pick<Flag, 'decision' | 'counterNotice'> {
  const { decision_reason: reason, decided_at: decidedAt } = row
  const { counter_text: text, countered_at: sentAt } = row
  return {
    decision:
      reason === null || decidedAt === null ? null : { reason, decidedAt: decidedAt.toISOString() },
    counterNotice: text === null || sentAt === null ? null : { text, sentAt: sentAt.toISOString() },
  }
}
