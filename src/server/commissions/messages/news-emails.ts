// One email an hour at most about what is new in a room, to the party who has not seen it there.

import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { newsDelays } from '#rules/commissions/message-limits.ts'
import { noteTime } from '#rules/commissions/note-texts.ts'
import type { Db } from '#server/db/client.ts'
import type { EmailBlock } from '#server/mail/email-template.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import type { JobRun } from '#server/jobs/job-names.ts'
import {
  aroundEmail,
  isEmailWanted,
  type EmailDeps,
} from '#server/notifications/email-subscriptions.ts'
import { lockCommission, type CommissionRow } from '../commission-state.ts'
import type { CommissionDeps } from '../take-step.ts'
import { setRead, waitingNews, type News } from './room-news.ts'

const kind = 'commission_news'
const batchSize = 200
/** The room has the others. */
const maxQuoted = 3
const maxQuotedCharacters = 200

export type NewsDeps = EmailDeps & CommissionDeps

/** One that fails is left to the next run, and keeps no other one waiting. */
export async function emailNews(
  deps: NewsDeps,
  { log, signal }: Pick<JobRun, 'log' | 'signal'>,
): Promise<void> {
  for (;;) {
    const due = await findDue(deps)
    let failures = 0
    for (const party of due) {
      if (signal.aborted) return
      await emailParty(deps, party).catch((error: unknown) => {
        failures += 1
        log.error({ err: error, ...party }, 'an email about a room was not queued')
      })
    }
    if (due.length < batchSize || failures === due.length) return
  }
}

type Party = { commissionId: string; userId: string }

function findDue({ db, clock }: NewsDeps): Promise<Party[]> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  return db
    .selectFrom('commission_reads')
    .select(['commission_id as commissionId', 'user_id as userId'])
    .where('waiting_since', '<=', before(newsDelays.firstMs))
    .where((eb) =>
      eb.or([eb('mailed_at', 'is', null), eb('mailed_at', '<=', before(newsDelays.nextMs))]),
    )
    .orderBy('waiting_since')
    .limit(batchSize)
    .execute()
}

/** Once: what was told is marked in the transaction that queues the email. */
async function emailParty(deps: NewsDeps, party: Party): Promise<void> {
  const { commissionId, userId } = party
  await deps.db.transaction().execute(async (tx) => {
    const commission = await lockCommission(tx, commissionId)
    const news = await waitingNews(tx, party)
    const newest = news.at(-1)
    // It was read since it was found, or another process was faster.
    if (!newest) return
    const mailedAt = deps.clock.now()
    await setRead(tx, party, { told_to: newest.at, mailed_at: mailedAt, waiting_since: null })
    if (await isEmailWanted(tx, { userId, kind }))
      await queueNews(tx, deps, { commission, userId, news, newest })
  })
}

type Told = { commission: CommissionRow; userId: string; news: News[]; newest: News }

function queueNews(
  tx: Db,
  deps: NewsDeps,
  { commission, userId, news, newest }: Told,
): Promise<void> {
  const { id, name, customer_id: customerId } = commission
  const sender = userId === customerId ? commission.artist_name : commission.customer_name
  const what = countedNews(news)
  return queueEmail(tx, userId, {
    dedupeKey: `${kind}:${id}:${userId}:${newest.at.toISOString()}`,
    subject: `${what.replace(/^a/, 'A')} from ${sender} about “${name}”`,
    blocks: [
      { paragraph: `${sender} has sent you ${what} about “${name}”:` },
      ...news.slice(0, maxQuoted).map(quoteOf),
      ...(news.length > maxQuoted ? [{ paragraph: 'The others are in the room.' }] : []),
      { button: { label: 'Read and answer', url: deps.publicUrl + commissionPath(id) } },
    ],
    ...aroundEmail(deps, { userId, kind }),
  })
}

/** 'a message', '2 messages and 3 notes'. */
function countedNews(news: readonly News[]): string {
  const kinds = Object.entries(newsNames).flatMap(([source, [one, several]]) => {
    const count = news.filter((item) => item.kind === source).length
    if (count === 0) return []
    return count === 1 ? one : `${count} ${several}`
  })
  return kinds.join(' and ')
}

const newsNames: Record<News['kind'], [one: string, several: string]> = {
  message: ['a message', 'messages'],
  note: ['a note', 'notes'],
  answer: ['an answer to a note', 'answers to notes'],
}

/** Its first words, behind the place of a note. */
function quoteOf({ kind: what, text, seconds }: News): EmailBlock {
  const [...characters] = text
  const begun = characters.slice(0, maxQuotedCharacters).join('')
  const words = characters.length > maxQuotedCharacters ? `${begun}…` : begun
  if (seconds === null) return { quote: words }
  const place = what === 'answer' ? 'To the note at' : 'At'
  return { quote: `${place} ${noteTime(seconds)}: ${words}` }
}
