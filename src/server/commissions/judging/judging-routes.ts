import {
  answerDispute,
  approveAndPayout,
  cancelOverdueCommission,
  confirmCommission,
  endDispute,
  giveUpCommission,
  openDispute,
} from '#contracts/commissions/judging.ts'
import type { Committing } from '#server/clock-and-failpoints/failpoints.ts'
import type { Serving } from '#server/http/serve.ts'
import { nudgeTransfer } from '../commission-money.ts'
import { findCommission } from '../commission-queries.ts'
import { readCommission } from '../reading/read-commission.ts'
import type { CommissionDeps } from '../take-step.ts'
import * as disputes from './dispute-commands.ts'
import * as commands from './judging-commands.ts'

export function judgingRoutes({ serve }: Serving, deps: CommissionDeps & Committing) {
  serve(confirmCommission, async ({ input: { id, deliveryId, ...judgement }, user }) => {
    const judged = { id, deliveryId, customerId: user.id }
    if (judgement.action === 'approve') await commands.approveDelivery(deps, judged)
    else await commands.requestChanges(deps, { ...judged, feedback: judgement.feedback })
    return readCommission(deps, id, user)
  })

  serve(approveAndPayout, async ({ input: { commissionId: id }, user }) => {
    const { db, clock } = deps
    const { commission } = await findCommission(db, {
      id,
      reader: { id: user.id, mayAdminister: false },
    })
    await nudgeTransfer(db, commission, clock.now())
    return { status: commission.status }
  })

  serve(cancelOverdueCommission, async ({ input: { id }, user }) => {
    await commands.cancelOverdue(deps, { id, customerId: user.id })
    return readCommission(deps, id, user)
  })

  serve(giveUpCommission, async ({ input: { id, reason }, user }) => {
    await commands.giveUp(deps, { id, artistId: user.id, reason })
    return readCommission(deps, id, user)
  })

  serve(openDispute, async ({ input: { commissionId: id, description }, user }) => {
    await disputes.openDispute(deps, { id, customerId: user.id, description })
    return readCommission(deps, id, user)
  })

  serve(answerDispute, async ({ input: { id, answer }, user }) => {
    await disputes.answerDispute(deps, { id, artistId: user.id, answer })
    return readCommission(deps, id, user)
  })

  serve(endDispute, async ({ input: { id }, user }) => {
    await disputes.endDispute(deps, { id, customerId: user.id })
    return readCommission(deps, id, user)
  })
}
