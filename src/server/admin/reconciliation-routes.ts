import {
  endDifference,
  getDifference,
  getReconciledDay,
  listDifferences,
  listReconciledDays,
  takeDifference,
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

  serve(listDifferences, ({ input }) => findDifferences(db, { ...input, now: clock.now() }))

  serve(getReconciledDay, async ({ input }) =>
    found(await findDay(db, { ...input, now: clock.now() })),
  )

  serve(getDifference, async ({ input }) =>
    found(await findDifference(db, { ...input, now: clock.now() })),
  )

  serve(takeDifference, async ({ input: { id }, user }) => {
    await differences.takeDifference(deps, { id, adminId: user.id })
    return { id }
  })

  serve(endDifference, async ({ input, user }) => {
    await differences.endDifference(deps, { ...input, adminId: user.id })
    return { id: input.id }
  })
}

function found<Found>(one: Found | null): Found {
  if (one === null) throw new Refusal('not_found')
  return one
}
