import { decideDebt, getDebt, listDebts } from '#contracts/admin/debts.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import * as debts from './debts.ts'

export function debtRoutes({ serve }: Serving, deps: { db: Db; clock: Clock }) {
  serve(listDebts, ({ input, user }) => debts.findDebts(deps, { ...input, adminId: user.id }))

  serve(getDebt, async ({ input: { id }, user }) => {
    const debt = await debts.findDebt(deps, { id, adminId: user.id })
    if (debt === null) throw new Refusal('not_found')
    return debt
  })

  serve(decideDebt, async ({ input, user }) => {
    await debts.decideDebt(deps, { ...input, adminId: user.id })
    return {}
  })
}
