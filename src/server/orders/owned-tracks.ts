// The tracks that a user owns: permanently, as neither a withdrawn track nor a banned artist ends an entitlement.

import { sql, type SqlBool } from 'kysely'
import { ownedPageSize, type OwnedSearch, type OwnedSort } from '#rules/orders/owned-search.ts'
import { searchWords } from '#rules/search/search-words.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { pageAt } from '#server/db/paging.ts'
import { isListed, presentedColumns } from '#server/tracks/listed-tracks.ts'

type Own = { userId: string; search: OwnedSearch & { track?: string | undefined } }

export async function findOwnedTracks(db: Db, { userId, search }: Own) {
  const found = ownedRecordings(db, { userId, search })
  const { count } = await found
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const total = Number(count)
  const { paging, offset } = pageAt({ page: search.page, total, size: ownedPageSize })
  const isNew = sql<boolean>`order_lines.order_id is not distinct from ${search.order ?? null}::uuid
    and order_lines.order_id is not null`
  const owned = await found
    .leftJoin('order_lines', 'order_lines.id', 'owned.order_line_id')
    .leftJoin('refund_requests', 'refund_requests.order_line_id', 'owned.order_line_id')
    .select(['owned.id', 'owned.track_id', 'owned.granted_at', 'order_lines.customer_pence'])
    .select(['owned.original_container', 'owned.original_bytes', 'owned.codec', 'owned.peaks'])
    .select(['refund_requests.status as refund_request', isNew.as('is_new')])
    .orderBy(isNew, 'desc')
    .orderBy(orderings[search.orderBy])
    .orderBy('owned.granted_at', 'desc')
    .orderBy('owned.title')
    .orderBy('owned.id')
    .limit(ownedPageSize)
    .offset(offset)
    .execute()
  const rows = await withSubjects(db, owned)
  const ids = owned.map(({ id }) => id)
  return { rows, renditions: await findRenditions(db, ids), total, paging }
}

type OwnedRow = { id: string; track_id: string | null }

/** Each row is a recording of a track, or of a commission. */
async function withSubjects<Row extends OwnedRow>(db: Db, rows: Row[]) {
  const ids = rows.map(({ id }) => id)
  const tracks = await db
    .selectFrom('tracks')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .select([...presentedColumns, sql<boolean>`${isListed}`.as('is_listed')])
    .where(sql<SqlBool>`tracks.id = any(${ids}::uuid[])`)
    .execute()
  const commissions = await db
    .selectFrom('commissions')
    .innerJoin('users', 'users.id', 'commissions.artist_id')
    .innerJoin('owned_recordings', 'owned_recordings.commission_id', 'commissions.id')
    .select(['commissions.id', 'commissions.name', 'commissions.customer_pence', 'duration_ms'])
    .select(['commissions.artist_id', 'commissions.created_at'])
    .select(['users.username', 'users.display_name', 'users.avatar'])
    .where(sql<SqlBool>`commissions.id = any(${ids}::uuid[])`)
    .execute()
  return rows.map((row) => {
    const track = tracks.find(({ id }) => id === row.id)
    const commission = commissions.find(({ id }) => id === row.id)
    return { ...row, track, commission }
  })
}

function findRenditions(db: Db, ids: string[]) {
  return db
    .selectFrom('renditions')
    .select(['recording_id', 'format', 'status', 'bytes', 'refusal_code'])
    .where(sql<SqlBool>`recording_id = any(${ids}::uuid[])`)
    .execute()
}

/** By the rules of the language, not by the bytes: 'Évidence' is between 'Easy' and 'Fly'. */
const orderings: Record<OwnedSort, ReturnType<typeof sql>> = {
  bought: sql`owned.granted_at desc`,
  title: sql`owned.title collate "und-x-icu"`,
  artist: sql`${nameOf()} collate "und-x-icu"`,
}

function ownedRecordings(db: Db, { userId, search }: Own) {
  return db
    .selectFrom('owned_recordings as owned')
    .innerJoin('users', 'users.id', 'owned.artist_id')
    .where('owned.user_id', '=', userId)
    .where(hasWords(search.query ?? ''))
    .$if(search.track !== undefined, (query) => query.where('owned.id', '=', search.track ?? ''))
}

/**
 * Each word of the text begins one of the recording's, which have a space before each. Such words have only letters and
 * digits, which `like` compares as they are.
 */
function hasWords(text: string) {
  return sql<SqlBool>`owned.words like all (${searchWords(text).map((word) => `% ${word}%`)}::text[])`
}

/** All of them, by title. */
export function findOwnedTitles(db: Db, userId: string) {
  return db
    .selectFrom('owned_recordings')
    .innerJoin('users', 'users.id', 'owned_recordings.artist_id')
    .select(['owned_recordings.id', 'title', nameOf().as('artistName')])
    .where('user_id', '=', userId)
    .orderBy('title')
    .orderBy('owned_recordings.id')
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
