// What an admin decides about a customer's request: the money goes back by the same command as any refund, or it does not.

import { Refusal } from '#rules/errors/refusal.ts'
import { refundRequestProcess, type refundDecisions } from '#rules/orders/refund-request.ts'
import { recordAdminAction, type ToldWords } from '#server/admin/audit-log.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { giveBackIn, type GiveBackDeps } from './give-back.ts'
import { tellOfDeclined } from './refund-news.ts'
import { findSale } from './refundable-sale.ts'

type Decision = ToldWords & {
  id: string
  adminId: string
  decision: (typeof refundDecisions)[number]
  leftPence: number
}

/** @throws Refusal not_found, request_decided, and those of giveBackIn */
export async function decideRequest(
  deps: GiveBackDeps,
  { id, decision, leftPence, ...told }: Decision,
): Promise<void> {
  await inTransaction(deps, 'give.commit', async (tx) => {
    const saleId = await findOpen(tx, id)
    if (decision === 'decline') await decline(tx, deps, { ...told, id, saleId })
    else {
      await giveBackIn(tx, deps, { ...told, saleId, pence: leftPence, leftPence })
      // Another admin may have declined it meanwhile, and told so.
      if (!(await isAccepted(tx, id))) throw new Refusal('request_decided')
    }
  })
}

type Declined = Omit<Decision, 'decision' | 'leftPence'> & { saleId: string }

async function decline(
  tx: Db,
  { clock }: Pick<GiveBackDeps, 'clock'>,
  { id, saleId, adminId, ...words }: Declined,
): Promise<void> {
  const sale = await findSale(tx, saleId)
  if (!sale) throw new Refusal('not_found')
  if ([sale.customer_id, sale.artist_id].includes(adminId)) throw new Refusal('own_sale')
  const changes = { decided_at: clock.now(), answer: words.reason }
  const declined = { id, step: 'decline', changes } as const
  if (!(await move(tx, 'refund_requests', refundRequestProcess, declined)))
    throw new Refusal('request_decided')
  const details = { request: id, sale: saleId }
  const action = 'decline_refund'
  await recordAdminAction(tx, { adminId, action, subjectId: sale.customer_id, ...words, details })
  await tellOfDeclined(tx, sale, { requestId: id, reason: words.reason })
}

async function isAccepted(tx: Db, id: string): Promise<boolean> {
  const { status } = await tx
    .selectFrom('refund_requests')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status === refundRequestProcess.steps.accept.to
}

/** Returns the sale. */
async function findOpen(tx: Db, id: string): Promise<string> {
  const request = await tx
    .selectFrom('refund_requests')
    .select(['order_line_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!request) throw new Refusal('not_found')
  if (request.status !== refundRequestProcess.start) throw new Refusal('request_decided')
  return request.order_line_id
}
