// What a decision about a commission would do, before an admin makes it.

import type { DecisionPreview } from '#contracts/admin/commissions.ts'
import { refusalOfStep } from '#rules/commissions/commission-process.ts'
import type { DisputeDecision } from '#rules/commissions/dispute-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { isPart } from '#rules/payments/approval-shares.ts'
import { sumOfShares } from '#rules/payments/refund-shares.ts'
import type { Db } from '#server/db/client.ts'
import type { SessionUser } from '#server/http/session.ts'
import {
  postingOfHeldRefund,
  postingOfRelease,
  type Entry,
} from '#server/ledger/ledger-postings.ts'
import { sumByAccount } from '#server/ledger/preview-postings.ts'
import { findLosses, type DecidedMoney } from '#server/payments/bank-disputes/dispute-losses.ts'
import type { ChargeDeps } from '#server/payments/payment-subjects.ts'
import { findHeldRefund, findRelease } from '../commission-money.ts'
import { findCommission, type ReadCommission } from '../commission-queries.ts'
import { pricesOf, stateOf } from '../commission-state.ts'
import { readCommission } from '../reading/read-commission.ts'
import type { CommissionDeps } from '../take-step.ts'
import { deadlinesOfRevision } from './change-deadlines.ts'
import { stepOfDecision } from './decision-commands.ts'

export type PreviewDeps = CommissionDeps & Pick<ChargeDeps, 'disputesChargedTo'> & { db: Db }

type Asked = {
  id: string
  outcome?: DisputeDecision | undefined
  /** Of a partial approval only; without it nothing of that is known. */
  partPence?: number | undefined
}

/** @throws Refusal not_found, own_case, part_out_of_range, commission_too_late, and those of the step */
export async function previewDecision(
  deps: PreviewDeps,
  { id, outcome, partPence }: Asked,
  user: SessionUser,
): Promise<DecisionPreview> {
  const { db, clock, spans } = deps
  const { commission: row, viewer } = await findCommission(db, { id, reader: user })
  if (viewer !== 'admin') throw new Refusal('own_case')
  const commission = await readCommission(deps, id, user)
  if (outcome === undefined) return { commission, decision: null }
  const now = clock.now()
  const step = stepOfDecision[outcome]
  const refusal = refusalOfStep(stateOf(row, { now, ...spans }), { step, actor: 'admin', now })
  if (refusal !== null) throw new Refusal(refusal)
  if (outcome === 'extra_revision') {
    deadlinesOfRevision(row, now, spans)
    return { commission, decision: nothingMoves }
  }
  if (outcome === 'refund') return { commission, decision: await refundOf(deps, row) }
  if (outcome === 'release') return { commission, decision: await approvalOf(deps, row, null) }
  if (partPence === undefined) return { commission, decision: null }
  if (!isPart(partPence, pricesOf(row))) throw new Refusal('part_out_of_range')
  return { commission, decision: await approvalOf(deps, row, partPence) }
}

type Decision = NonNullable<DecisionPreview['decision']>

const nothingMoves: Decision = {
  artistPence: 0,
  refundPence: 0,
  postings: [],
  hasLosses: false,
}

async function approvalOf(
  deps: PreviewDeps,
  row: ReadCommission,
  partPence: number | null,
): Promise<Decision> {
  const release = await findRelease(deps.db, { ...row, approved_artist_pence: partPence })
  const { paymentId, artistId, artistPence, refundPence } = release
  const left = [{ artistId, artistPence, customerPence: sumOfShares(release) }]
  const { entries } = postingOfRelease(release)
  return { artistPence, ...(await decided(deps, entries, { paymentId, refundPence, left })) }
}

async function refundOf(deps: PreviewDeps, row: ReadCommission): Promise<Decision> {
  const refund = await findHeldRefund(deps.db, row)
  const { paymentId, pence: refundPence } = refund
  const { entries } = postingOfHeldRefund(refund)
  return { artistPence: 0, ...(await decided(deps, entries, { paymentId, refundPence, left: [] })) }
}

/** With what the bank has given back already. */
async function decided(deps: PreviewDeps, entries: Entry[], money: DecidedMoney) {
  const losses = await findLosses(deps.db, deps, money)
  return {
    refundPence: money.refundPence,
    postings: sumByAccount([...entries, ...losses.flatMap((loss) => loss.entries)]),
    hasLosses: losses.length > 0,
  }
}
