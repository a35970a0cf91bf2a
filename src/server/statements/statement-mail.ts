// The email that tells an artist of a monthly statement: a link, no amounts.

import { artistPapersPath, paperPath } from '#rules/papers/papers.ts'
import { monthName } from '#rules/sales/sale-months.ts'
import type { Db } from '#server/db/client.ts'
import { queueEmail } from '#server/mail/queue-email.ts'

export type MadeStatement = {
  artistId: string
  /** '2026-11' */
  month: string
  until: Date
  lineCount: number
  closingPence: number
}

/** What is made later than that, such as all earlier months at once, is in the list only. */
const toldWithinMs = 35 * 24 * 3_600_000

type Told = MadeStatement & { id: string; now: Date }

/** In the transaction that makes it: once for each statement. */
export async function queueStatementMail(
  tx: Db,
  { publicUrl }: { publicUrl: string },
  { id, artistId, month, until, now, lineCount, closingPence }: Told,
): Promise<void> {
  const isEmpty = lineCount === 0 && closingPence === 0
  if (isEmpty || now.getTime() - until.getTime() > toldWithinMs) return
  if (await isDeleted(tx, artistId)) return
  await queueEmail(tx, artistId, {
    dedupeKey: `statement:${id}`,
    subject: `Your statement of ${monthName(month)}`,
    blocks: [
      {
        paragraph: `Your statement of ${monthName(month)} is ready: what you sold, what went back, and what was paid to you.`,
      },
      {
        button: {
          label: 'Read your statement',
          url: publicUrl + paperPath({ kind: 'statement', id }),
        },
      },
      { link: { label: 'All of your papers', url: publicUrl + artistPapersPath() } },
    ],
  })
}

async function isDeleted(tx: Db, artistId: string): Promise<boolean> {
  const { deleted_at: deletedAt } = await tx
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
  return deletedAt !== null
}
