import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'

/** Ends sessions of a user, in every process with the commit; `but` stays. Returns how many there were. */
export async function endSessions(
  tx: Db,
  { userId, but }: { userId: string; but?: string },
): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(but !== undefined, (query) => query.where('id', '<>', but ?? ''))
    .executeTakeFirst()
  await publish(tx, { name: 'sessionsChanged', userId })
  return Number(ended.numDeletedRows)
}
