// One email a day about the new tracks of the artists somebody follows, as far as they have not seen them on the site.

import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { aroundEmail, isEmailWanted, type EmailDeps } from './email-subscriptions.ts'
import { shownNotifications, textOf } from './notification-queries.ts'

const kind = 'new_track'
const usersAtOnce = 200
/** The list on the site has the others. */
const maxTracksNamed = 20

export async function emailNewTracks(deps: EmailDeps, signal: AbortSignal): Promise<void> {
  let after: string | null = null
  do {
    const userIds = await nextUsers(deps.db, after)
    for (const userId of userIds) {
      signal.throwIfAborted()
      await emailUser(deps, userId)
    }
    after = userIds.at(-1) ?? null
  } while (after !== null)
}

async function nextUsers(db: Db, after: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('kind', '=', sql.lit(kind))
    .where('emailed_at', 'is', null)
    .$if(after !== null, (query) => query.where('user_id', '>', after))
    .orderBy('user_id')
    .limit(usersAtOnce)
    .execute()
  return rows.map(({ user_id: userId }) => userId)
}

/** Each track once: the notifications are marked in the transaction that queues the email. */
async function emailUser(deps: EmailDeps, userId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const marked = await tx
      .updateTable('notifications')
      .set({ emailed_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('kind', '=', sql.lit(kind))
      .where('emailed_at', 'is', null)
      .returning('id')
      .execute()
    const tracks = await findUnseen(
      tx,
      marked.map(({ id }) => id),
    )
    const [newest] = tracks
    if (!newest || !(await isEmailWanted(tx, { userId, kind }))) return
    const texts = tracks.map(textOf)
    await queueEmail(tx, userId, {
      dedupeKey: `new_tracks:${newest.id}`,
      subject:
        texts.length === 1
          ? textOf(newest).sentence.replace(/\.$/, '')
          : `${texts.length} new tracks of artists you follow`,
      blocks: [
        { paragraph: 'New from the artists you follow:' },
        ...texts.slice(0, maxTracksNamed).map(({ sentence, path }) => ({
          link: { label: sentence, url: deps.publicUrl + path },
        })),
      ],
      ...aroundEmail(deps, { userId, kind }),
    })
  })
}

function findUnseen(tx: Db, ids: string[]) {
  return shownNotifications(tx)
    .where('notifications.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('notifications.read_at', 'is', null)
    .where(sql<SqlBool>`is_listed(tracks.withdrawn_at, actors.banned)`)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .execute()
}
