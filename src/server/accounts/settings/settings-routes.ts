import {
  confirmEmail,
  requestPasswordReset,
  resetPassword,
  sendVerification,
} from '#contracts/accounts/email-links.ts'
import {
  changeEmail,
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
} from '#contracts/accounts/settings.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewBackupCodes,
} from '#contracts/accounts/two-factor.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Serving } from '#server/http/serve.ts'
import { endSessions } from '../end-sessions.ts'
import * as confirmation from '../links/email-confirmation.ts'
import * as reset from '../links/password-reset.ts'
import * as account from './account-queries.ts'
import * as credentials from './credential-changes.ts'
import type { SettingsDeps } from './credential-changes.ts'
import * as twoFactor from './two-factor.ts'

export function settingsRoutes({ serve }: Serving, deps: SettingsDeps) {
  const { db } = deps
  serve(getAccount, ({ user }) => account.findAccount(db, user.id))

  serve(changePassword, async ({ input, user, request, reply }) => {
    const cookies = await credentials.changePassword(deps, { user, request }, input)
    reply.header('set-cookie', cookies)
    return {}
  })

  serve(changeEmail, async ({ input, user }) => {
    await credentials.changeEmail(deps, user, input)
    return {}
  })

  serve(listSessions, async ({ user }) => ({ sessions: await account.findSessions(db, user) }))

  serve(endSession, async ({ input, user }) => {
    await account.endSession(db, { userId: user.id, sessionId: input.id })
    return {}
  })

  serve(endOtherSessions, async ({ user }) => {
    const others = { userId: user.id, but: user.sessionId }
    return { ended: await db.transaction().execute((tx) => endSessions(tx, others)) }
  })

  linkRoutes(serve, deps)
  twoFactorRoutes(serve, deps)
}

function linkRoutes(serve: Serving['serve'], deps: SettingsDeps): void {
  const { db, publicUrl } = deps
  serve(sendVerification, async ({ user }) => {
    if (user.emailVerified) throw new Refusal('email_verified')
    await db.transaction().execute((tx) => confirmation.sendVerification(tx, user, publicUrl))
    return {}
  })

  serve(confirmEmail, ({ input, request }) =>
    confirmation.confirmEmail(db, { token: input.token, address: request.ip }),
  )

  serve(requestPasswordReset, async ({ input, request }) => {
    await reset.requestPasswordReset(db, { email: input.email, address: request.ip })
    return {}
  })

  serve(resetPassword, async ({ input, request }) => {
    await reset.resetPassword(deps, { ...input, address: request.ip, publicUrl })
    return {}
  })
}

function twoFactorRoutes(serve: Serving['serve'], deps: SettingsDeps): void {
  serve(beginTwoFactor, ({ input, user, request }) =>
    twoFactor.beginTwoFactor(deps, { user, request }, input.password),
  )

  serve(confirmTwoFactor, async ({ input, user, request, reply }) => {
    const cookies = await twoFactor.confirmTwoFactor(deps, { user, request }, input.code)
    reply.header('set-cookie', cookies)
    return {}
  })

  serve(endTwoFactor, async ({ input, user, request, reply }) => {
    const cookies = await twoFactor.endTwoFactor(deps, { user, request }, input.password)
    reply.header('set-cookie', cookies)
    return {}
  })

  serve(renewBackupCodes, ({ input, user, request }) =>
    twoFactor.renewBackupCodes(deps, { user, request }, input.password),
  )
}
