// Links in emails: who has the token reads the mail of the address. A token is stored as its hash, and used once.

import { createHash, randomBytes } from 'node:crypto'
import { Refusal } from '#rules/errors/refusal.ts'
import { linkHours } from '#rules/accounts/account-limits.ts'
import type { Db } from '#server/db/client.ts'
import type { EmailLinkKind } from '#server/db/tables/account-tables.ts'

type NewLink = { kind: EmailLinkKind; userId: string; email: string }

const hourMs = 60 * 60_000

/** Returns the token, which is in the email only. */
export async function createEmailLink(tx: Db, { kind, userId, email }: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('email_links')
    .values({
      token_hash: hashOf(token),
      kind,
      user_id: userId,
      email,
      expires_at: new Date(Date.now() + linkHours[kind] * hourMs),
    })
    .execute()
  return token
}

type WantedLink = { token: string; kinds: EmailLinkKind[] }

/** @throws Refusal link_expired, also for an invented token */
export async function findEmailLink(db: Db, { token, kinds }: WantedLink) {
  const link = await db
    .selectFrom('email_links')
    .innerJoin('users', 'users.id', 'email_links.user_id')
    .select(['users.id as userId', 'users.username', 'email_links.email'])
    .where('token_hash', '=', hashOf(token))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  if (!link) throw new Refusal('link_expired')
  return link
}

/** The link works once: of two requests at the same time, one deletes it. @throws Refusal link_expired */
export async function takeEmailLink(tx: Db, { token, kinds }: WantedLink) {
  const link = await tx
    .deleteFrom('email_links')
    .where('token_hash', '=', hashOf(token))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', new Date())
    .returning(['kind', 'user_id as userId', 'email'])
    .executeTakeFirst()
  if (!link) throw new Refusal('link_expired')
  return link
}

export async function deleteEmailLinks(
  tx: Db,
  { userId, kinds }: { userId: string; kinds: EmailLinkKind[] },
): Promise<void> {
  await tx
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .execute()
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
