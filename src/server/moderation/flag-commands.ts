// Flags, stored by users and answered by authors; admins decide about them in flag-decisions.ts.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import {
  flagLimits,
  type AnyFlagType,
  type FlagSubjectKind,
} from '#rules/moderation/flag-limits.ts'
import { flagProcess, tookDownStatuses, type FlagStatus } from '#rules/moderation/flag-process.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import { lockAuthor } from '#server/accounts/customer-lock.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { notify, notifyAdmins } from '#server/notifications/notify.ts'
import { flagName } from './flag-name.ts'
import { flaggedAs } from './flag-notices.ts'
import { lockUsers } from './subjects/flag-subject.ts'
import { flagSubjects, subjectColumns } from './subjects/flag-subjects.ts'

type NewFlag = {
  kind: FlagSubjectKind
  subjectId: string
  reporterId: string
  type: AnyFlagType
  reason: string
}

/** The refusals of a report of a track, and of words. */
const ownFlagCodes = {
  own: (kind: FlagSubjectKind) => (kind === 'track' ? 'own_flag' : 'own_words_flag'),
  second: (kind: FlagSubjectKind) =>
    kind === 'track' ? 'already_flagged' : 'words_already_flagged',
} as const satisfies Record<string, (kind: FlagSubjectKind) => RefusalCode>

/**
 * @throws Refusal flag_login_required, not_found, own_flag, own_words_flag, already_flagged, words_already_flagged,
 * too_many_flags
 */
export async function storeFlag(
  db: Db,
  { kind, subjectId, reporterId, type, reason }: NewFlag,
): Promise<{ id: string; status: FlagStatus }> {
  const asReporter = { id: subjectId, readerId: reporterId }
  const known = await flagSubjects[kind].find(db, asReporter)
  return db.transaction().execute(async (tx) => {
    await lockPeople(tx, { reporterId, authorId: known?.authorId ?? null })
    const found = await flagSubjects[kind].find(tx, asReporter)
    if (!found) throw new Refusal('not_found')
    if (found.authorId === reporterId) throw new Refusal(ownFlagCodes.own(kind))
    await countFlag(tx, reporterId)
    const stored = await tx
      .insertInto('flags')
      .values({
        id: randomUUID(),
        subject_kind: kind,
        subject_id: subjectId,
        [subjectColumns[kind]]: subjectId,
        author_id: found.authorId,
        reporter_id: reporterId,
        type,
        reason,
        status: flagProcess.start,
        flagged: JSON.stringify(found.flagged),
      })
      // The unique index allows one open flag of a user and a subject.
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'status'])
      .executeTakeFirst()
    if (!stored) throw new Refusal(ownFlagCodes.second(kind))
    const about = { ...flaggedAs({ kind, subjectId }), titles: [found.about.name] }
    const notice = { ...about, kind: 'new_flag', key: `flag:${stored.id}` } as const
    await notifyAdmins(tx, notice, found.authorId)
    return stored
  })
}

/**
 * In the order of their ids, so that two can report each other at once. The deletion of the author's account waits, or is
 * seen by what follows.
 * @throws Refusal flag_login_required
 */
async function lockPeople(
  tx: Db,
  { reporterId, authorId }: { reporterId: string; authorId: string | null },
): Promise<void> {
  for (const id of [...new Set([reporterId, authorId ?? reporterId])].toSorted())
    if (id === reporterId) await lockAuthor(tx, id, 'flag_login_required')
    else await lockUsers(tx, [id])
}

type CounterNotice = { id: string; authorId: string; text: string }

/** @throws Refusal of lockAccount, flag_moved; not_found also where the flag has not taken down anything of this author */
export async function storeCounterNotice(db: Db, { id, authorId, text }: CounterNotice) {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, authorId)
    const changes = { counter_text: text, countered_at: new Date() }
    const where = sql<boolean>`author_id = ${authorId}`
    if (!(await move(tx, 'flags', flagProcess, { id, step: 'counter', changes, where })))
      throw new Refusal(await reasonNotCountered(tx, { id, authorId }))
    const flag = await tx
      .selectFrom('flags')
      .leftJoin('tracks', 'tracks.id', 'flags.track_id')
      .select(['subject_kind as kind', 'subject_id as subjectId', 'reporter_id as reporterId'])
      .select(flagName.as('name'))
      .where('flags.id', '=', id)
      .executeTakeFirstOrThrow()
    const about = { ...flaggedAs(flag), titles: [flag.name] }
    const notice = { ...about, kind: 'counter_notice', key: `counter_notice:${id}` } as const
    await notifyAdmins(tx, notice, authorId)
    if (flag.reporterId === null) return
    // What the author writes is for the admins: it may name people.
    await notify(tx, {
      ...about,
      to: flag.reporterId,
      key: `countered:${id}`,
      kind: 'flag_decided',
      outcome: flagProcess.steps.counter.to,
    })
  })
}

async function reasonNotCountered(tx: Db, { id, authorId }: Omit<CounterNotice, 'text'>) {
  const own = await tx
    .selectFrom('flags')
    .select('id')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('status', 'in', tookDownStatuses)
    .executeTakeFirst()
  return own ? 'flag_moved' : 'not_found'
}

function countFlag(tx: Db, userId: string): Promise<void> {
  const [kind, refusal] = ['flags', 'too_many_flags'] as const
  return countUserAction(tx, { kind, userId, limits: flagLimits, refusal })
}
