import { listArtistMargins } from '#contracts/admin/margins.ts'
import { getPlatformBalance, payOut, previewPayout } from '#contracts/admin/platform-balance.ts'
import type { Auth } from '#server/accounts/auth.ts'
import { confirmByCode } from '#server/accounts/settings/confirm-action.ts'
import type { Serving } from '#server/http/serve.ts'
import type { RecordDeps } from '#server/payouts/platform-payout-records.ts'
import { orderPayout } from '#server/payouts/platform-payouts.ts'
import { recordAdminAction } from './audit-log.ts'
import { findMargins } from './margin-queries.ts'
import { findPlatformMoney, findPreview } from './platform-balance-queries.ts'

type Deps = RecordDeps & { auth: Auth; platformReservePence: number }

export function platformBalanceRoutes({ serve }: Serving, deps: Deps) {
  const { db, clock, platformReservePence: reservePence } = deps

  serve(getPlatformBalance, () => findPlatformMoney(db, { reservePence, now: clock.now() }))

  serve(listArtistMargins, ({ input: { page } }) => findMargins(db, { page, now: clock.now() }))

  serve(previewPayout, ({ input }) => findPreview(db, { reservePence, pence: input.amount }))

  serve(payOut, async ({ input: { amount: pence, note, code }, user, request }) => {
    await confirmByCode(deps, { user, request }, code)
    const adminId = user.id
    const id = await orderPayout(deps, {
      pence,
      adminId,
      record: (tx, payoutId) =>
        recordAdminAction(tx, {
          adminId,
          action: 'pay_out',
          subjectId: payoutId,
          note,
          details: { pence },
        }),
    })
    return { id }
  })
}
