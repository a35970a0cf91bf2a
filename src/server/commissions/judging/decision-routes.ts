import {
  decideCommission,
  decideDispute,
  freezeCommission,
  listAllCommissions,
  listDisputes,
  previewDecision,
  unfreezeCommission,
} from '#contracts/admin/commissions.ts'
import type { Committing } from '#server/clock-and-failpoints/failpoints.ts'
import type { Serving } from '#server/http/serve.ts'
import { presentDispute, presentSummary } from '../reading/commission-presenter.ts'
import { readCommission } from '../reading/read-commission.ts'
import { findAllCommissions } from './all-commissions.ts'
import { findDisputes } from './all-disputes.ts'
import * as decisions from './decision-commands.ts'
import * as previews from './decision-preview.ts'
import * as freezes from './freeze-commands.ts'

export function decisionRoutes({ serve }: Serving, deps: previews.PreviewDeps & Committing) {
  serve(listAllCommissions, async ({ input }) => {
    const now = deps.clock.now()
    const { rows, ...paging } = await findAllCommissions(deps.db, input, now)
    const shown = { viewer: 'admin', now } as const
    return { commissions: rows.map((row) => presentSummary(deps, row, shown)), ...paging }
  })

  serve(listDisputes, async ({ input: { state = 'open', page }, user }) => {
    const { rows, paging } = await findDisputes(deps.db, { state, page })
    const disputes = await Promise.all(
      rows.map(async (row) => ({
        dispute: presentDispute(row),
        commission: await readCommission(deps, row.commission_id, user),
      })),
    )
    return { disputes, ...paging }
  })

  serve(previewDecision, ({ input: { artistPart: partPence, ...asked }, user }) =>
    previews.previewDecision(deps, { ...asked, partPence }, user),
  )

  serve(decideDispute, async ({ input: { id: disputeId, ...decision }, user }) => {
    const decided = { ...decision, disputeId, adminId: user.id }
    return readCommission(deps, await decisions.decideDispute(deps, decided), user)
  })

  serve(decideCommission, async ({ input, user }) => {
    await decisions.decideCommission(deps, { ...input, adminId: user.id })
    return readCommission(deps, input.id, user)
  })

  serve(freezeCommission, async ({ input, user }) => {
    await freezes.freezeByAdmin(deps, { ...input, adminId: user.id })
    return readCommission(deps, input.id, user)
  })

  serve(unfreezeCommission, async ({ input, user }) => {
    await freezes.unfreezeByAdmin(deps, { ...input, adminId: user.id })
    return readCommission(deps, input.id, user)
  })
}
