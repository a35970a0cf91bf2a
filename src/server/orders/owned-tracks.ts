// What a user owns: permanent, as neither a withdrawn track nor a banned artist ends an entitlement.

import { sql, type SqlBool } from 'kysely'
import { ownedPageSize, type OwnedSearch, type OwnedSort } from '#rules/orders/owned-search.ts'
import type { Db } from '#server/db/client.ts'
import { hasWords } from '#server/search/has-words.ts'
import { isListed, presentedColumns } from '#server/tracks/listed-tracks.ts'

type Own = { userId: string; search: OwnedSearch & { track?: string | undefined } }

/** A page after the last one is read as the last one. */
export async function findOwnedTracks(db: Db, { userId, search }: Own) {
  const found = ownedTracks(db, { userId, search })
  const { count } = await found
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const total = Number(count)
  const pages = Math.max(1, Math.ceil(total / ownedPageSize))
  const page = Math.min(search.page, pages)
  const isNew = sql<boolean>`order_lines.order_id is not distinct from ${search.order ?? null}::uuid`
  const rows = await found
    .select([
      ...presentedColumns,
      'entitlements.granted_at',
      'order_lines.customer_pence',
      'tracks.original_container',
      'tracks.original_bytes',
      'tracks.codec',
      'tracks.peaks',
      isNew.as('is_new'),
      sql<boolean>`${isListed}`.as('is_listed'),
    ])
    .orderBy(isNew, 'desc')
    .orderBy(orderings[search.orderBy])
    .orderBy('entitlements.granted_at', 'desc')
    .orderBy('tracks.title')
    .orderBy('tracks.id')
    .limit(ownedPageSize)
    .offset((page - 1) * ownedPageSize)
    .execute()
  const trackIds = rows.map(({ id }) => id)
  return { rows, renditions: await findRenditions(db, trackIds), total, pages, page }
}

function findRenditions(db: Db, trackIds: string[]) {
  return db
    .selectFrom('renditions')
    .select(['track_id', 'format', 'status', 'bytes', 'refusal_code'])
    .where(sql<SqlBool>`track_id = any(${trackIds}::uuid[])`)
    .execute()
}

/** By the rules of the language, not by the bytes: 'Évidence' is between 'Easy' and 'Fly'. */
const orderings: Record<OwnedSort, ReturnType<typeof sql>> = {
  bought: sql`entitlements.granted_at desc`,
  title: sql`tracks.title collate "und-x-icu"`,
  artist: sql`coalesce(users.display_name, users.username) collate "und-x-icu"`,
}

function ownedTracks(db: Db, { userId, search }: Own) {
  return db
    .selectFrom('entitlements')
    .innerJoin('tracks', 'tracks.id', 'entitlements.track_id')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .innerJoin('order_lines', 'order_lines.id', 'entitlements.order_line_id')
    .where('entitlements.user_id', '=', userId)
    .where(hasWords(search.query ?? ''))
    .$if(search.track !== undefined, (query) =>
      query.where('entitlements.track_id', '=', search.track ?? ''),
    )
}

/** All of them, by title. */
export function findOwnedTitles(db: Db, userId: string) {
  return db
    .selectFrom('entitlements')
    .innerJoin('tracks', 'tracks.id', 'entitlements.track_id')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .select([
      'tracks.id',
      'tracks.title',
      sql<string>`coalesce(users.display_name, users.username)`.as('artistName'),
    ])
    .where('entitlements.user_id', '=', userId)
    .orderBy('tracks.title')
    .orderBy('tracks.id')
    .execute()
}

/**
 * Null unless the order is paid and the user's. `hasGranted` is false if all of it is refunded; `unavailable` are the titles
 * that are refunded because they are not sold any more.
 */
export async function findPaidOrder(
  db: Db,
  { orderId, userId }: { orderId: string; userId: string },
) {
  const order = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select('serial')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('entitlements')
          .innerJoin('order_lines', 'order_lines.id', 'entitlements.order_line_id')
          .select('entitlements.user_id')
          .whereRef('order_lines.order_id', '=', 'payments.subject_id'),
      ).as('has_granted'),
    )
    .where('subject_id', '=', orderId)
    .where('subject_kind', '=', 'order')
    .where('receipts.customer_id', '=', userId)
    .executeTakeFirst()
  if (!order) return null
  const unavailable = await db
    .selectFrom('refunds')
    .innerJoin('order_lines', 'order_lines.id', 'refunds.order_line_id')
    .select('title')
    .where('order_lines.order_id', '=', orderId)
    .where('refunds.cause', '=', 'unavailable')
    .orderBy('title')
    .execute()
  return {
    serial: order.serial,
    hasGranted: Boolean(order.has_granted),
    unavailable: unavailable.map(({ title }) => title),
  }
}
