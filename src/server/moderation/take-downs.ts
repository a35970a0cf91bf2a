// The flags that took something down, as its author reads them: never who reported it, nor in which words. What was claimed
// is told in an admin's.

import {
  anyTakeDownSchema,
  removedWordsSchema,
  takeDownSchema,
  type AnyTakeDown,
  type RemovedWords,
  type TakeDown,
} from '#contracts/moderation/take-downs.ts'
import { sql } from 'kysely'
import { tookDownStatuses } from '#rules/moderation/flag-process.ts'
import type { Db } from '#server/db/client.ts'
import { flagName } from './flag-name.ts'
import { presentOutcome } from './flag-outcome.ts'

/** Of tracks. The newest decision first; a track that is listed again keeps its case. */
export async function findTakeDowns(db: Db, authorId: string): Promise<TakeDown[]> {
  const rows = await readTakeDowns(db, authorId).where('subject_kind', '=', 'track').execute()
  return rows.map((row) => takeDownSchema.parse(present(row)))
}

/** Of words, in the same order; words that are shown again keep their case, and so do words that were deleted. */
export async function findRemovedWords(db: Db, authorId: string): Promise<RemovedWords[]> {
  const rows = await readTakeDowns(db, authorId).where('subject_kind', '!=', 'track').execute()
  return rows.map((row) => removedWordsSchema.parse(present(row)))
}

/** Undefined unless it took down something of the author. */
export async function findTakeDown(
  db: Db,
  { id, authorId }: { id: string; authorId: string },
): Promise<AnyTakeDown | undefined> {
  const row = await readTakeDowns(db, authorId).where('flags.id', '=', id).executeTakeFirst()
  return row && anyTakeDownSchema.parse(present(row))
}

function readTakeDowns(db: Db, authorId: string) {
  return db
    .selectFrom('flags')
    .leftJoin('tracks', 'tracks.id', 'flags.track_id')
    .select([
      'flags.id',
      'flags.subject_kind as kind',
      'flags.track_id as trackId',
      'flags.type',
      'flags.status',
      'flags.claim',
      'flags.decision_reason',
      'flags.decided_at',
      'flags.counter_text',
      'flags.countered_at',
      flagName.as('title'),
      sql<string>`coalesce(flagged ->> 'text', flagged ->> 'about', '')`.as('text'),
    ])
    .where('flags.author_id', '=', authorId)
    .where('flags.status', 'in', tookDownStatuses)
    .orderBy('flags.decided_at', 'desc')
    .orderBy('flags.id')
}

type TakeDownRow = Awaited<ReturnType<ReturnType<typeof readTakeDowns>['execute']>>[number]

function present(row: TakeDownRow) {
  const { id, kind, trackId, title, text, type, status } = row
  const of = kind === 'track' ? { trackId } : { text }
  return { id, kind, title, type, status, ...of, ...presentOutcome(row) }
}
