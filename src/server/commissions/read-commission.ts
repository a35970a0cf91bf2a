import type { Commission } from '#contracts/commissions/commission.ts'
import type { Db } from '#server/db/client.ts'
import type { SessionUser } from '#server/http/session.ts'
import { presentCommission } from './commission-presenter.ts'
import * as queries from './commission-queries.ts'
import type { CommissionDeps } from './take-step.ts'

/** As this user sees it now. @throws Refusal not_found */
export async function readCommission(
  deps: CommissionDeps & { db: Db },
  id: string,
  user: Pick<SessionUser, 'id' | 'mayAdminister'>,
): Promise<Commission> {
  const { db } = deps
  const { commission, viewer } = await queries.findCommission(db, { id, reader: user })
  const [trackId, deliveries, dispute, timeline, money] = await Promise.all([
    queries.findListedTrack(db, commission),
    queries.findDeliveries(db, id),
    queries.findNewestDispute(db, id),
    queries.findTimeline(db, id),
    queries.findMoney(db, commission),
  ])
  return presentCommission(deps, commission, {
    viewer,
    now: deps.clock.now(),
    parts: { trackId, deliveries, dispute, timeline, money },
  })
}
