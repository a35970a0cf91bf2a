import { Refusal } from '#rules/errors/refusal.ts'
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
  await endStartedLogins(tx, userId)
  await publish(tx, { name: 'sessionsChanged', userId })
  return Number(ended.numDeletedRows)
}

/** Those whose password was accepted, and that wait for a code. */
export async function endStartedLogins(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('verifications').where('value', '=', userId).execute()
}

/**
 * After the lock of the account (customer-lock.ts): a new password may have ended the session while the former one was
 * checked. @throws Refusal login_required
 */
export async function refuseEndedSession(
  tx: Db,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (!session) throw new Refusal('login_required')
}
