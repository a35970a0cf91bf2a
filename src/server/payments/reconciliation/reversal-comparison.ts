// Compares what was taken back of transfers with the card provider, in both directions: provider-comparison.ts.

import { sql } from 'kysely'
import { reversalProcess } from '#rules/payments/reversal-process.ts'
import type { MadeObjects, MadeReversal } from '#server/gateways/payments/payments.ts'
import { goOnAfter } from '../failures.ts'
import { findTransfer, recordFoundReversal } from '../found-reversals.ts'
import type { ComparingDeps, Difference, Period } from './comparison.ts'

/** What another app on the same account has taken back names no transfer of ours. */
export async function findUnknownReversals(
  deps: ComparingDeps,
  reversals: MadeObjects['reversals'],
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const made of await withoutRow(deps, reversals)) {
    deps.signal.throwIfAborted()
    const transfer = await findTransfer(deps.db, made.sentTransferId)
    if (!transfer) continue
    const { providerId: subject } = made
    const record = () => recordFoundReversal(deps, transfer, made)
    if (await goOnAfter(deps.failures, subject, record)) continue
    differences.push({
      kind: 'reversal_without_row',
      subject,
      payment_id: transfer.payment_id,
    })
  }
  return differences
}

type Found = { providerId: string; paymentId: string | null }

/** The provider names a reversal by its transfer: one of the payment's. Null if there is none any more. */
export async function readFoundReversal(
  { db, payments }: ComparingDeps,
  { providerId, paymentId }: Found,
): Promise<MadeReversal | null> {
  const transfers = await db
    .selectFrom('transfers')
    .select('provider_id')
    .where('payment_id', '=', paymentId)
    .where('provider_id', 'is not', null)
    .execute()
  for (const { provider_id: sentTransferId } of transfers) {
    if (sentTransferId === null) continue
    const reversal = await payments.readReversal({ providerId, sentTransferId })
    if (reversal !== null) return reversal
  }
  return null
}

async function withoutRow(
  { db }: ComparingDeps,
  reversals: MadeObjects['reversals'],
): Promise<MadeObjects['reversals']> {
  if (reversals.length === 0) return []
  const ids = reversals.map(({ providerId }) => providerId)
  const rows = await db
    .selectFrom('reversals')
    .select('provider_id')
    .where('provider_id', 'in', ids)
    .execute()
  const known = new Set(rows.map((row) => row.provider_id))
  return reversals.filter(({ providerId }) => !known.has(providerId))
}

/** Of one reversal at the provider: several rows can be parts of it. */
const penceOfMade = sql<number>`(
  select sum(part.amount_pence)::int from reversals as part where part.provider_id = reversals.provider_id
)`

export async function findMissingReversals(
  { db, payments, signal, failures }: ComparingDeps,
  { since, until }: Period,
  made: MadeObjects,
): Promise<Difference[]> {
  const rows = await db
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .select(['reversals.id', 'payment_id', 'reversals.provider_id'])
    .select(penceOfMade.as('made_pence'))
    .select('transfers.provider_id as sent_transfer_id')
    .where('reversals.status', '=', reversalProcess.steps.send.to)
    .where('reversals.sent_at', '>=', since)
    .where('reversals.sent_at', '<=', until)
    .execute()
  const pence = new Map(made.reversals.map((reversal) => [reversal.providerId, reversal.pence]))
  const differences: Difference[] = []
  for (const row of rows) {
    signal.throwIfAborted()
    const { provider_id: providerId, sent_transfer_id: sentTransferId } = row
    if (providerId === null || sentTransferId === null) continue
    const isThere = async () => {
      const listed = pence.get(providerId)
      const found = listed ?? (await payments.readReversal({ providerId, sentTransferId }))?.pence
      return found === row.made_pence
    }
    if (await goOnAfter(failures, row.id, isThere)) continue
    const kind = 'reversal_not_at_provider'
    differences.push({ kind, subject: row.id, payment_id: row.payment_id })
  }
  return differences
}
