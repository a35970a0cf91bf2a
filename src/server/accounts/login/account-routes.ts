import {
  becomeArtist,
  getIdAndRole,
  logIn,
  logOut,
  register,
} from '#contracts/accounts/accounts.ts'
import { logInWithCode } from '#contracts/accounts/two-factor.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { logInAccount, logOutAccount, makeArtist, registerAccount } from './account-commands.ts'
import type { Auth } from '../auth.ts'
import { findSuspension } from '../suspension.ts'
import * as secondStep from './second-step.ts'

type Deps = { db: Db; auth: Auth; publicUrl: string }

export function accountRoutes({ serve }: Serving, deps: Deps) {
  serve(register, async ({ input, request, reply }) => {
    const { user, cookies } = await registerAccount(deps, input, request)
    reply.header('set-cookie', cookies)
    return user
  })

  serve(logIn, async ({ input, request, reply }) => {
    const { user, cookies } = await logInAccount(deps, input, request)
    reply.header('set-cookie', cookies)
    if (!user) throw new Refusal('two_factor_needed')
    return user
  })

  serve(logInWithCode, async ({ input, request, reply }) => {
    const { user, cookies } = await secondStep.logInWithCode(deps, input.code, request)
    reply.header('set-cookie', cookies)
    return user
  })

  serve(logOut, async ({ user, request, reply }) => {
    reply.header('set-cookie', await logOutAccount(deps, user, request))
    return {}
  })

  serve(becomeArtist, async ({ user: customer, request, reply }) => {
    const { user, cookies } = await makeArtist(deps, customer, request)
    reply.header('set-cookie', cookies)
    return user
  })

  serve(getIdAndRole, async ({ user }) => ({
    id: user?.id ?? null,
    role: user?.role ?? null,
    isBanned: user?.banned ?? false,
    hasBoughtCommission: user !== null && (await hasBoughtCommission(deps.db, user.id)),
    ...(user && { username: user.username, displayName: user.displayName }),
    ...(user?.banned && { suspension: await findSuspension(deps.db, user.id) }),
  }))
}

/** Whether a commission of theirs was ever paid (D-093). */
async function hasBoughtCommission(db: Db, customerId: string): Promise<boolean> {
  const paid = await db
    .selectFrom('commissions')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}
