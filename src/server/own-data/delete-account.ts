// Deletes an account: the person is removed, what others have bought or read stays (docs/decisions).

import type { FastifyBaseLogger } from 'fastify'
import { sql, type SqlBool } from 'kysely'
import { avatarId, avatarSizes } from '#rules/artists/avatars.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { exampleKey, recordingKey } from '#server/artists/examples/example-steps.ts'
import { avatarKey } from '#server/artists/pictures/avatar-commands.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import { refreshArtists } from '#server/counters/artist-counters.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { SessionUser } from '#server/http/session.ts'
import { isUnused } from '#server/licences/document-admission.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { withdrawAllTracks } from '#server/tracks/track-commands.ts'
import type { Auth } from '#server/accounts/auth.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import { farewellPrefix } from '#server/accounts/links/link-emails.ts'
import { endSessions, refuseEndedSession } from '#server/accounts/end-sessions.ts'
import { checkPassword } from '#server/accounts/settings/check-password.ts'
import { keepVatRecipient } from '#server/vat/vat-recipients.ts'
import { findOpenMatters } from './open-matters.ts'

type Deps = { db: Db; auth: Auth; clock: Clock; storage: Storage; log: FastifyBaseLogger }

/** @throws Refusal wrong_password, too_many_passwords, account_in_use, login_required */
export async function deleteAccount(
  deps: Deps,
  user: SessionUser,
  password: string,
): Promise<void> {
  const { db, clock, storage, log } = deps
  await checkPassword(deps, { userId: user.id, password })
  const files = await db.transaction().execute(async (tx) => {
    // A checkout, a fulfilment and a change of a track wait for this lock, or this waits for theirs.
    await lockCustomer(tx, user.id)
    await refuseEndedSession(tx, user)
    if ((await findOpenMatters(tx, user.id)).length > 0) throw new Refusal('account_in_use')
    await withdrawAllTracks(tx, user.id)
    const own = await findOwnFiles(tx, user.id)
    await keepVatRecipient(tx, user.id)
    await removeName(tx, user, clock.now())
    await removeBelongings(tx, user)
    const documents = await removeUnusedDocuments(tx, user.id)
    await endSessions(tx, { userId: user.id })
    await publish(tx, { name: 'artistChanged', artistId: user.id })
    await queueFarewell(tx, user)
    return [...own, ...documents]
  })
  // No row refers to them any more: the sweep of stored files removes those that remain after a failure or a crash here.
  for (const key of files)
    await storage
      .remove(key)
      .catch((error: unknown) => log.error({ err: error, key }, 'a file stays until the sweep'))
}

/** The picture in its sizes, and the examples: what was sent, and what was made of it. */
async function findOwnFiles(tx: Db, userId: string): Promise<string[]> {
  const { avatar } = await tx
    .selectFrom('users')
    .select('avatar')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const picture = avatar === null ? null : avatarId(avatar)
  const examples = await tx
    .selectFrom('artist_examples')
    .select('id')
    .where('artist_id', '=', userId)
    .execute()
  return [
    ...(picture === null ? [] : avatarSizes.map((size) => avatarKey(picture, size))),
    ...examples.flatMap(({ id }) => [recordingKey(id), exampleKey(id)]),
  ]
}

/** The others prove the licences of tracks, which their buyers keep. */
async function removeUnusedDocuments(tx: Db, artistId: string): Promise<string[]> {
  const removed = await tx
    .deleteFrom('licence_documents')
    .where('artist_id', '=', artistId)
    .where(isUnused)
    .returning('storage_key')
    .execute()
  return removed.map(({ storage_key: key }) => key)
}

/** The row stays for what was sold. An artist is a customer from here on, and the profile is removed with its followers and reviews. */
async function removeName(tx: Db, { id }: SessionUser, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email: `${id}@deleted.invalid`,
      email_verified: false,
      username: 'Deleted user',
      username_key: null,
      display_name: null,
      display_name_key: null,
      avatar: null,
      role: 'customer',
      two_factor_enabled: false,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('artists').where('artist_id', '=', id).execute()
}

async function removeBelongings(tx: Db, { id, email }: SessionUser): Promise<void> {
  // Shown as written by nobody (D-097); ratings count on without a name.
  await tx.updateTable('comments').set({ user_id: null }).where('user_id', '=', id).execute()
  await tx.updateTable('reviews').set({ author_id: null }).where('author_id', '=', id).execute()
  await tx.updateTable('flags').set({ reporter_id: null }).where('reporter_id', '=', id).execute()
  await tx.updateTable('flags').set({ reviewer_id: null }).where('reviewer_id', '=', id).execute()
  await removeFromFlags(tx, id)
  await tx.updateTable('notifications').set({ actor_id: null }).where('actor_id', '=', id).execute()
  await endFollowing(tx, id)
  await tx.deleteFrom('contact_messages').where('user_id', '=', id).execute()
  await tx.deleteFrom('cart_items').where('customer_id', '=', id).execute()
  await tx.deleteFrom('notifications').where('user_id', '=', id).execute()
  await tx.deleteFrom('notification_choices').where('user_id', '=', id).execute()
  await tx.deleteFrom('commission_reads').where('user_id', '=', id).execute()
  await tx.deleteFrom('zip_downloads').where('user_id', '=', id).execute()
  await tx
    .deleteFrom('uploads')
    .where('artist_id', '=', id)
    .where('status', '=', 'refused')
    .execute()
  for (const table of ['credentials', 'two_factors', 'email_links', 'account_searches'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await tx.deleteFrom('mails').where('recipient', '=', email).execute()
  await removeEventsAbout(tx, id)
  // Counters and trusted addresses are named by the email, or by the id: as a whole, because an email may end like another.
  await tx
    .deleteFrom('rate_limits')
    .where(sql<SqlBool>`string_to_array(key, '|') && ${[email.toLowerCase(), id]}::text[]`)
    .execute()
}

async function endFollowing(tx: Db, userId: string): Promise<void> {
  const ended = await tx
    .deleteFrom('follows')
    .where('follower_id', '=', userId)
    .returning('artist_id')
    .execute()
  await refreshArtists(
    tx,
    'followers',
    ended.map(({ artist_id: artistId }) => artistId),
  )
}

/** What others reported of the user's words, and of words about the user, keeps neither the name nor the id. */
async function removeFromFlags(tx: Db, userId: string): Promise<void> {
  await sql`
    update flags set author_id = null,
      flagged = case
        when subject_kind in ('review', 'comment', 'message') then flagged || '{"author": null}' else flagged
      end
    where author_id = ${userId}`.execute(tx)
  await sql`
    update flags set flagged = flagged || '{"about": null}'
    where subject_kind = 'review' and flagged -> 'about' ->> 'id' = ${userId}`.execute(tx)
}

/** Of the user's payments, refunds, transfers and payment account, at the card provider. */
async function removeEventsAbout(tx: Db, userId: string): Promise<void> {
  await sql`
    delete from payment_events where about in (
      select unnest(array[id::text, charge_id]) from payments where customer_id = ${userId}
      union all
      select provider_id from transfers where artist_id = ${userId}
      union all
      select refunds.id::text from refunds join payments on payments.id = payment_id
      where customer_id = ${userId}
      union all
      select provider_account_id from payment_accounts where user_id = ${userId}
    )`.execute(tx)
}

function queueFarewell(tx: Db, { id, email, username }: SessionUser): Promise<void> {
  return queueEmail(
    tx,
    { address: email, username },
    {
      dedupeKey: `${farewellPrefix}${id}`,
      subject: 'Your account was deleted',
      blocks: [
        { paragraph: 'Your account was deleted, as you asked. Thank you for having been here.' },
        {
          paragraph:
            'What you sold stays with its buyers, and we keep the records of payments that the law asks us to keep.',
        },
      ],
    },
  )
}
