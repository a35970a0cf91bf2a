// The disputes as admins read them.

import { sql } from 'kysely'
import type { DisputeQueue } from '#rules/commissions/commission-lists.ts'
import { disputeProcess } from '#rules/commissions/dispute-process.ts'
import { pageOf } from '#server/admin/page-of.ts'
import type { Db } from '#server/db/client.ts'

type Wanted = { state: DisputeQueue; page: number }

/** Each is shown with its whole commission, so a page has fewer than those of other lists. */
const disputesPerPage = 10

/** Open disputes come from the oldest on, ended ones from the newest. */
export function findDisputes(db: Db, { state, page }: Wanted) {
  const over = disputeProcess.steps.decide.to
  const isOpen = state === 'open'
  // A literal, as a prepared statement's plan does not know that a parameter fits the index of the queue.
  const found = db
    .selectFrom('commission_disputes')
    .where('status', isOpen ? '<>' : '=', sql.lit(over))
  const shown = found.selectAll()
  return pageOf(found, {
    page,
    size: disputesPerPage,
    shown: isOpen
      ? shown.orderBy('opened_at').orderBy('id')
      : shown.orderBy('resolved_at', 'desc').orderBy('id', 'desc'),
  })
}
