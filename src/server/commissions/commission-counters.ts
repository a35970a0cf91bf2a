// The steps of commissions keep an artist's counters: the places that open work takes, and the figures of the profile (D-039).
// Rows of artists are locked last (decision 0046), and those of several artists in the order of their ids.

import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import { openWorkStatuses, type CommissionStatus } from '#rules/commissions/commission-process.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import type { CommissionRow } from './commission-state.ts'

type Counted = Pick<CommissionRow, 'artist_id' | 'status' | 'paid_at' | 'delivered_at'>
type Figures = { took: boolean; takes: boolean }

/** @param commission as it was before. @throws Refusal fully_booked, for a step that needs a place where none is free */
export async function countStep(tx: Db, commission: Counted, to: CommissionStatus): Promise<void> {
  const change = takesPlace(to) - takesPlace(commission.status)
  const hours = to === 'approved' ? completionHours(commission) : null
  if (change === 0 && hours === null) return
  const { artist_id: artistId } = commission
  const {
    rows: [counted],
  } = await sql<Figures>`
    update artists set
      open_commissions = open_commissions + ${change},
      commissions = commissions + ${hours === null ? 0 : 1},
      average_completion_hours = case when ${hours}::real is null then average_completion_hours
        else (coalesce(average_completion_hours, 0) * commissions + ${hours}::real) / (commissions + 1) end
    where artist_id = ${artistId} and (${change} <= 0 or open_commissions < commission_places)
    returning takes_commissions as takes,
      wants_commissions and open_commissions - ${change} < commission_places as took
  `.execute(tx)
  if (!counted && change > 0) throw new Refusal('fully_booked')
  if (counted && (counted.took !== counted.takes || hours !== null))
    await publish(tx, { name: 'profileChanged', artistId })
}

/** Of steps that have ended open work of several artists: as the last write of the transaction. */
export async function countSteps(
  tx: Db,
  ended: readonly Pick<CommissionRow, 'artist_id' | 'status'>[],
): Promise<void> {
  const artistIds = ended
    .filter(({ status }) => takesPlace(status) === 1)
    .map(({ artist_id: id }) => id)
  if (artistIds.length === 0) return
  await sql`
    select from artists where artist_id = any(${artistIds}::uuid[]) order by artist_id for no key update
  `.execute(tx)
  const { rows } = await sql<Figures & { artist_id: string }>`
    update artists set open_commissions = open_commissions - ended.rows
    from (
      select artist_id, count(*)::integer as rows from unnest(${artistIds}::uuid[]) as artist_id group by artist_id
    ) ended
    where artists.artist_id = ended.artist_id
    returning artists.artist_id, takes_commissions as takes,
      wants_commissions and open_commissions + ended.rows < commission_places as took
  `.execute(tx)
  for (const { artist_id: artistId, took, takes } of rows)
    if (took !== takes) await publish(tx, { name: 'profileChanged', artistId })
}

const openWork: readonly CommissionStatus[] = openWorkStatuses

function takesPlace(status: CommissionStatus): 0 | 1 {
  return openWork.includes(status) ? 1 : 0
}

const hourMs = 60 * 60_000

/** From the payment to the last delivery before the approval. */
function completionHours({ paid_at: paidAt, delivered_at: deliveredAt }: Counted): number {
  if (paidAt === null || deliveredAt === null)
    throw new Error('A commission was approved that was not paid and delivered.')
  return (deliveredAt.getTime() - paidAt.getTime()) / hourMs
}
