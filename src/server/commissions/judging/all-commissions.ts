// Every commission as admins find it. With a hundred thousand of them each list is read by an index, and ends early.

import { sql } from 'kysely'
import { adminPageSize, isUuid, type AdminSearch } from '#rules/admin/admin-search.ts'
import { disputeProcess } from '#rules/commissions/dispute-process.ts'
import { refundProcess, transferProcess } from '#rules/payments/payment-process.ts'
import { searchWords } from '#rules/search/search-words.ts'
import { containing } from '#server/admin/page-of.ts'
import type { Db } from '#server/db/client.ts'
import { pageAt } from '#server/db/paging.ts'
import { listedColumns, type ListedCommission } from '../commission-queries.ts'

type Search = AdminSearch<'commissions'>

/** Counting and skipping more would take longer than a request may: a narrower search finds the others. */
const maxListed = 20 * adminPageSize

/** The newest first. */
export async function findAllCommissions(db: Db, search: Search, now: Date) {
  const found = matchingCommissions(db, search, now)
  const { count } = await db
    .selectFrom(found.limit(maxListed + 1).as('found'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const total = Math.min(Number(count), maxListed)
  const { paging, offset } = pageAt({ page: search.page, total, size: adminPageSize })
  const listed = found.limit(adminPageSize).offset(offset)
  // The other columns are read of the listed ones only: those that are skipped would be read as well.
  const rows: ListedCommission[] = await db
    .selectFrom('commissions')
    .innerJoin(listed.as('listed'), 'listed.id', 'commissions.id')
    .selectAll('commissions')
    .select(listedColumns)
    .orderBy('commissions.created_at', 'desc')
    .orderBy('commissions.id', 'desc')
    .execute()
  return { rows, total, ...paging, hasMore: Number(count) > maxListed }
}

const dayMs = 24 * 60 * 60_000

/** The ids, in the order of the list. */
export function matchingCommissions(db: Db, { query, state, mark, age }: Search, now: Date) {
  let found = db.selectFrom('commissions').select('id')
  if (query !== undefined && isUuid(query))
    found = found.where((eb) =>
      eb.or([eb('id', '=', query), eb('customer_id', '=', query), eb('artist_id', '=', query)]),
    )
  else if (query !== undefined)
    for (const pattern of patternsOf(query)) found = found.where('searched', 'like', pattern)
  if (state !== undefined) found = found.where('status', '=', state)
  if (age !== undefined)
    found = found.where('created_at', '<=', new Date(now.getTime() - Number(age) * dayMs))
  if (mark === 'frozen') found = found.where('frozen_at', 'is not', null)
  // Literals, as a prepared statement's plan does not know that a parameter fits the index of these few rows.
  if (mark === 'disputed')
    found = found.where('id', 'in', (eb) =>
      eb
        .selectFrom('commission_disputes')
        .select('commission_id')
        .where('status', '<>', sql.lit(disputeProcess.steps.decide.to)),
    )
  if (mark === 'transfer_failed')
    found = found.where('payment_id', 'in', (eb) =>
      eb
        .selectFrom('transfers')
        .select('payment_id')
        .where('status', '=', sql.lit(transferProcess.steps.fail.to)),
    )
  if (mark === 'refund_failed')
    found = found.where('id', 'in', (eb) =>
      eb
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select('subject_id')
        .where('subject_kind', '=', 'commission')
        .where('refunds.status', '=', sql.lit(refundProcess.steps.fail.to)),
    )
  return found.orderBy('created_at', 'desc').orderBy('id', 'desc')
}

const minLengthInside = 3

/** Each word of the search stands somewhere; one that is too short for the index, at the beginning of a word. */
function patternsOf(query: string): string[] {
  const words = searchWords(query)
  // A search without letters and digits finds nothing.
  if (words.length === 0) return [containing(query)]
  return words.map((word) => containing(word.length < minLengthInside ? ` ${word}` : word))
}
