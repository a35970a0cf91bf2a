import {
  getCommission,
  listCommissions,
  payCommission,
  requestCommission,
  respondToCommission,
  terminateBeforePayment,
} from '#contracts/commissions/commissions.ts'
import { commissionSteps, type CommissionStatus } from '#rules/commissions/commission-process.ts'
import type { Serving } from '#server/http/serve.ts'
import type { PaymentDeps } from '#server/payments/payment-subjects.ts'
import * as answers from './answer-commands.ts'
import * as checkouts from '../commission-checkout.ts'
import { presentSummary } from '../reading/commission-presenter.ts'
import { findCommissions } from '../commission-queries.ts'
import { recordReading } from '../messages/room-reading.ts'
import { readCommission } from '../reading/read-commission.ts'
import * as requests from './request-commands.ts'
import type { CommissionDeps } from '../take-step.ts'

type Deps = CommissionDeps & PaymentDeps

/** Its customer may have paid it a moment ago. */
const unpaidStatuses = new Set<CommissionStatus>(commissionSteps.pay.from)

export function commissionRoutes({ serve }: Serving, deps: Deps) {
  serve(requestCommission, async ({ input, user }) => {
    const { artist: artistId, singerRequestedGuideTrack: wantsGuideTrack, ...request } = input
    const wanted = { ...request, artistId, wantsGuideTrack, customerId: user.id }
    return readCommission(deps, await requests.requestCommission(deps, wanted), user)
  })

  serve(respondToCommission, async ({ input: { commissionId: id, action, reason }, user }) => {
    await answers.answerRequest(deps, { id, artistId: user.id, action, message: reason })
    return readCommission(deps, id, user)
  })

  serve(payCommission, async ({ input: { commissionId }, user }) => ({
    sessionUrl: await checkouts.payCommission(deps, { commissionId, customerId: user.id }),
  }))

  serve(terminateBeforePayment, async ({ input: { commissionId: id }, user }) => {
    await answers.terminateBeforePayment(deps, { id, userId: user.id })
    return readCommission(deps, id, user)
  })

  serve(listCommissions, async ({ input, user }) => {
    const { rows, ...paging } = await findCommissions(deps, {
      ...input,
      userId: user.id,
    })
    const shown = { viewer: input.as, now: deps.clock.now() } as const
    return {
      commissions: rows.map((row) => {
        const unread = { messages: row.unread_messages, notes: row.unread_notes }
        return presentSummary(deps, row, { ...shown, unread })
      }),
      ...paging,
    }
  })

  serve(getCommission, async ({ input: { id }, user, request: { log } }) => {
    const read = await readCommission(deps, id, user)
    const { readAs } = read.room
    if (readAs === 'judge' && read.notes.length > 0)
      await recordReading(deps.db, { commissionId: id, adminId: user.id, now: deps.clock.now() })
    if (read.viewer !== 'customer' || !unpaidStatuses.has(read.status)) return read
    const own = { commissionId: id, customerId: user.id }
    const hasChanged = await checkouts.checkOwnPayments({ ...deps, log }, own)
    return hasChanged ? readCommission(deps, id, user) : read
  })
}
