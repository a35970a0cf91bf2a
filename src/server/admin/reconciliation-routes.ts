import {
  endDifference,
  getDifference,
  getReconciledDay,
  listDifferences,
  listReconciledDays,
} from '#contracts/admin/reconciliation.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import * as differences from './difference-commands.ts'
import { findDay, findDays, findDifference, findDifferences } from './reconciliation-queries.ts'

export function reconciliationRoutes({ serve }: Serving, deps: { db: Db; clock: Clock }) {
  const { db, clock } = deps

  serve(listReconciledDays, ({ input }) => findDays(db, input.page))

  serve(listDifferences, ({ input, user }) =>
    findDifferences(db, { ...input, adminId: user.id, now: clock.now() }),
  )

  serve(getReconciledDay, async ({ input, user }) =>
    found(await findDay(db, { ...input, adminId: user.id, now: clock.now() })),
  )

  serve(getDifference, async ({ input, user }) =>
    found(await findDifference(db, { ...input, adminId: user.id, now: clock.now() })),
  )

  serve(endDifference, async ({ input, user }) => {
    await differences.endDifference(deps, { ...input, adminId: user.id })
    return { id: input.id }
  })
}

function found<Found>(one: Found | null): Found {
  if (one === null) throw new Refusal('not_found')
  return one
}
