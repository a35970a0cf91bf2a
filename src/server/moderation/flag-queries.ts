// The flags as admins read them, and what their forms say before anything is written.

import { sql, type SqlBool } from 'kysely'
import { flagSchema, type Flag, type FlagCounts } from '#contracts/moderation/flags.ts'
import type { FlagSubjectKind } from '#rules/moderation/flag-limits.ts'
import {
  flagProcess,
  flagQueues,
  openFlagStatuses,
  type FlagStatus,
  type FlagView,
} from '#rules/moderation/flag-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { pageOf } from '#server/admin/page-of.ts'
import type { Db } from '#server/db/client.ts'
import { isSubjectDeleted } from './deleted-subjects.ts'
import { flagName } from './flag-name.ts'
import { presentOutcome } from './flag-outcome.ts'
import { isShown, shownName } from './subjects/flag-subject.ts'
import { flagSubjects } from './subjects/flag-subjects.ts'

type Wanted = OfKind & { state: FlagView; page: number }
type OfKind = {
  kind?: FlagSubjectKind | undefined
  /** Who reads them. */
  adminId: string
}

const statusesOf: Record<FlagView, readonly FlagStatus[]> = {
  ...flagQueues,
  all: flagProcess.statuses,
}

/** What waits is read from the oldest on, and before everything that is decided. */
export async function findFlags(db: Db, { state, page, ...wanted }: Wanted) {
  const statuses = statusesOf[state]
  const found = joinedFlags(db).where('flags.status', 'in', statuses).where(isReadAs(wanted))
  const shown = readFlags(db)
    .where('flags.status', 'in', statuses)
    .where(isReadAs(wanted))
    .orderBy(
      sql`case when flags.status in (${sql.join(flagQueues.open)}) then flags.created_at end`,
    )
    .orderBy('flags.decided_at', 'desc')
    .orderBy('flags.id')
  const { rows, paging } = await pageOf(found, { page, shown })
  return { flags: rows.map(presentFlag), ...paging, counts: await countFlags(db, wanted) }
}

function countFlags(db: Db, wanted: OfKind): Promise<FlagCounts> {
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
    .where(isReadAs(wanted))
    .executeTakeFirstOrThrow()
}

/** An admin who wrote the words reads no report of them, as no other author does: other admins decide about it. */
const isReadAs = ({ kind, adminId }: OfKind) => sql<SqlBool>`(
  flags.author_id is distinct from ${adminId}
  and ${kind === undefined ? sql`true` : sql`flags.subject_kind = ${kind}`}
)`

/** @throws Refusal not_found */
export async function getFlag(db: Db, id: string): Promise<Flag> {
  const row = await readFlags(db).where('flags.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return presentFlag(row)
}

/**
 * What somebody wants to flag, as they see it, and why they cannot: it is their own, or they have an open flag of it.
 * @throws Refusal not_found
 */
export async function findFlaggable(
  db: Db,
  { kind, subjectId, userId }: { kind: FlagSubjectKind; subjectId: string; userId: string },
) {
  const found = await flagSubjects[kind].find(db, { id: subjectId, readerId: userId })
  if (!found) throw new Refusal('not_found')
  const open = await db
    .selectFrom('flags')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('reporter_id', '=', userId)
    .where('status', 'in', openFlagStatuses)
    .executeTakeFirst()
  return { ...found, isOwn: found.authorId === userId, isFlagged: open !== undefined }
}

/** With what each is about, and its people: one row a flag. */
function joinedFlags(db: Db) {
  return db
    .selectFrom('flags')
    .leftJoin('comments', 'comments.id', 'flags.comment_id')
    .leftJoin('reviews', 'reviews.id', 'flags.review_id')
    .leftJoin('tracks', (join) =>
      join.on(sql<SqlBool>`tracks.id = coalesce(flags.track_id, comments.track_id)`),
    )
    .leftJoin('users as seller', 'seller.id', 'tracks.artist_id')
    .leftJoin('artists', (join) =>
      join.on(sql<SqlBool>`artists.artist_id = coalesce(flags.profile_id, reviews.artist_id)`),
    )
    .leftJoin('commission_messages', 'commission_messages.id', 'flags.message_id')
    .leftJoin('users as author', 'author.id', 'flags.author_id')
    .leftJoin('users as reporter', 'reporter.id', 'flags.reporter_id')
    .leftJoin('users as reviewer', 'reviewer.id', 'flags.reviewer_id')
}

function readFlags(db: Db) {
  return joinedFlags(db).select([
    'flags.id',
    'flags.subject_kind',
    'flags.subject_id',
    flagName.as('name'),
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
    'flags.author_id',
    shownName('author').as('author_name'),
    'flags.reporter_id',
    'reporter.username as reporter_name',
    'flags.reviewer_id',
    shownName('reviewer').as('reviewer_name'),
    isSubjectDeleted.as('is_deleted'),
    // The page that it stands on is open to visitors, or to the parties of a commission, and shows it.
    sql<boolean>`coalesce(
        case
          when flags.subject_kind in ('track', 'comment') then
            is_listed(tracks.withdrawn_at, seller.banned) and ${isShown('comments')}
          when flags.subject_kind = 'message' then ${isShown('commission_messages')}
          else artists.is_listed and ${isShown('reviews')}
        end, false
      )`.as('is_listed'),
    sql<number>`(
        select count(*)::integer from flags as others where others.subject_id = flags.subject_id
      )`.as('flags_of_subject'),
  ])
}

type FlagRow = Awaited<ReturnType<ReturnType<typeof readFlags>['execute']>>[number]

function presentFlag(row: FlagRow): Flag {
  const { author_id: authorId, reporter_id: reporterId, reviewer_id: reviewerId } = row
  const { reporter_name: username } = row
  return flagSchema.parse({
    id: row.id,
    kind: row.subject_kind,
    subjectId: row.subject_id,
    name: row.name,
    ...(row.subject_kind === 'track' && {
      trackId: row.subject_id,
      flagsOfTrack: row.flags_of_subject,
    }),
    type: row.type,
    reason: row.reason,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    author: authorId === null ? null : { id: authorId, name: row.author_name },
    reporter: reporterId === null ? null : { id: reporterId, username },
    reviewer: reviewerId === null ? null : { id: reviewerId, name: row.reviewer_name },
    flagged: row.flagged,
    isListed: row.is_listed,
    isDeleted: row.is_deleted,
    flagsOfSubject: row.flags_of_subject,
    ...presentOutcome(row),
  })
}
