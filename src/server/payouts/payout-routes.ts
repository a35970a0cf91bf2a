import { listBankPayouts } from '#contracts/payouts.ts'
import type { PayoutSchedule } from '#rules/payments/payout-schedule.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { findBankPayouts } from './artist-payout-queries.ts'

type Deps = { db: Db; clock: Clock; payoutSchedule: PayoutSchedule }

export function payoutRoutes({ serve }: Serving, { db, clock, payoutSchedule }: Deps) {
  serve(listBankPayouts, ({ input: { page }, user }) =>
    findBankPayouts(db, { artistId: user.id, page, schedule: payoutSchedule, now: clock.now() }),
  )
}
