// The decisions of admins about flags. A subject is locked before its flags, so that simultaneous decisions about it
// see each other.

import { sql, type SqlBool } from 'kysely'
import { flaggedMessageSchema } from '#contracts/moderation/flagged.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { flagProcess, takeDownStatuses, type DecisionStep } from '#rules/moderation/flag-process.ts'
import { recordAdminAction, type AdminWords } from '#server/admin/audit-log.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { isSubjectDeleted } from './deleted-subjects.ts'
import { flagName } from './flag-name.ts'
import { tellOfDecision } from './flag-notices.ts'
import { flagSubjects } from './subjects/flag-subjects.ts'

/** As the contract requires, everything but the beginning of a review has a reason, and the upholding a claim. */
type Decision = AdminWords & {
  id: string
  adminId: string
  step: DecisionStep
  claim?: string | undefined
}

/**
 * Returns the keys of stored files that nothing refers to any more.
 * @throws Refusal not_found, flag_moved, words_deleted
 */
export function decideFlag(db: Db, decision: Decision): Promise<string[]> {
  return db.transaction().execute((tx) => decide(tx, decision))
}

async function decide(tx: Db, decision: Decision): Promise<string[]> {
  const { id, adminId, step, reason, note } = decision
  const claim = step === 'uphold' ? decision.claim : undefined
  const flag = await findFlag(tx, id)
  // Nobody judges the own words, or learns who reported them: to an admin who wrote them there is no report.
  if (!flag || flag.authorId === adminId) throw new Refusal('not_found')
  const subject = flagSubjects[flag.kind]
  await subject.lock(tx, flag.subjectId)
  const decided =
    reason === undefined
      ? { reviewer_id: adminId }
      : { decision_reason: reason, decided_at: new Date() }
  if (!(await move(tx, 'flags', flagProcess, { id, step, changes: { claim, ...decided } })))
    throw new Refusal('flag_moved')
  const files = step === 'uphold' ? await subject.takeDown(tx, flag.subjectId) : []
  const staysDown = step === 'reinstate' && !(await putBack(tx, flag))
  const entryId = await recordAdminAction(tx, {
    adminId,
    action: `${step}_flag`,
    ...loggedSubject(flag),
    reason,
    note,
    details: { flagId: id },
  })
  if (reason !== undefined)
    await tellOfDecision(tx, { ...flag, step, claim, reason, staysDown, key: `admin:${entryId}` })
  return files
}

type FoundFlag = NonNullable<Awaited<ReturnType<typeof findFlag>>>

function findFlag(tx: Db, id: string) {
  return tx
    .selectFrom('flags')
    .leftJoin('tracks', 'tracks.id', 'flags.track_id')
    .select(['flags.id', 'subject_kind as kind', 'subject_id as subjectId', 'flagged'])
    .select(['author_id as authorId', 'reporter_id as reporterId', flagName.as('name')])
    .where('flags.id', '=', id)
    .executeTakeFirst()
}

/** Returns false if another flag keeps it down. @throws Refusal words_deleted */
async function putBack(tx: Db, flag: FoundFlag): Promise<boolean> {
  const subject = flagSubjects[flag.kind]
  if (await isDeleted(tx, flag.id)) throw new Refusal('words_deleted')
  if (await isKeptDown(tx, flag)) return false
  await subject.putBack(tx, flag.subjectId, flag.flagged)
  return true
}

/** After the subject was locked. */
async function isDeleted(tx: Db, flagId: string): Promise<boolean> {
  const flag = await tx
    .selectFrom('flags')
    .select('id')
    .where('id', '=', flagId)
    .where(isSubjectDeleted)
    .executeTakeFirst()
  return flag !== undefined
}

/** A profile is kept down by a flag of the same words only: its artist may have written others since. */
async function isKeptDown(tx: Db, { kind, subjectId, flagged }: FoundFlag): Promise<boolean> {
  const flag = await tx
    .selectFrom('flags')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('status', 'in', takeDownStatuses)
    .$if(kind === 'profile', (query) =>
      query.where(sql<SqlBool>`flagged = ${JSON.stringify(flagged)}::jsonb`),
    )
    .executeTakeFirst()
  return flag !== undefined
}

/**
 * In the log an admin finds what was decided about a user's words at the user, and what about a track at the track. Words of
 * a deleted account are found by themselves; a message at its commission, because the log's messages are those to us.
 */
function loggedSubject({ kind, subjectId, authorId, flagged }: FoundFlag) {
  if (kind === 'profile') return { subjectId, subjectKind: 'user' as const }
  if (kind !== 'track' && authorId !== null)
    return { subjectId: authorId, subjectKind: 'user' as const }
  if (kind !== 'message') return { subjectId, subjectKind: kind }
  const { about } = flaggedMessageSchema.parse(flagged)
  return { subjectId: about.id, subjectKind: 'commission' as const }
}
