import { assignUnexplained, listUnexplained } from '#contracts/admin/money.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import * as unexplained from './unexplained-money.ts'

export function unexplainedRoutes({ serve }: Serving, deps: { db: Db; clock: Clock }) {
  serve(listUnexplained, ({ input, user }) => {
    const reader = { ...input, adminId: user.id, now: deps.clock.now() }
    return unexplained.findUnexplained(deps.db, reader)
  })

  serve(assignUnexplained, async ({ input, user }) => {
    await unexplained.assignUnexplained(deps, { ...input, adminId: user.id })
    return {}
  })
}
