// Requests that need more than the objects of their caller: the right password, a code, the link of an email.

import { sql } from 'kysely'
import { commissionListStatuses } from '#rules/commissions/commission-lists.ts'
import { codeOf, nextCodeOf } from '../accounts/authenticator.ts'
import { latestToken } from '../accounts/email-tokens.ts'
import { deliver, deliverThin, eventsOf } from '../shopping.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import type { Owner } from './sides.ts'

type Answer = Awaited<ReturnType<TestApp['call']>>
type OwnRequest = (app: TestApp, owner: Owner) => Promise<Answer>

const password = 'sing it to me'
const newEmailOf = ({ email }: TestUser) => `new-${email}`
/** The secret of each caller's authenticator. */
const secrets = new Map<string, string>()

const withPassword =
  (route: string): OwnRequest =>
  (app, { user }) =>
    app.call(route, { as: user, send: { password } })

export const ownRequests: Record<string, OwnRequest> = {
  getOwnReviews: (app, { user, stageTrackId }) =>
    app.call(`GET /api/proxy/tracks/own-reviews/${stageTrackId}`, { as: user }),
  exportOwnData: (app, { user }) => app.call('GET /api/account/export', { as: user }),
  findSubscription: (app, { user }) =>
    app.call(`GET /api/notifications/subscription?token=${unsubscribeToken(app, user)}`),
  openUnsubscribe: (app, { user }) =>
    app.call(`GET /api/notifications/unsubscribe?token=${unsubscribeToken(app, user)}`),
  unsubscribe: (app, { user }) =>
    app.call(`POST /api/notifications/unsubscribe?token=${unsubscribeToken(app, user)}`, {
      send: { token: unsubscribeToken(app, user) },
    }),
  orderExamples: async (app, { user }) => {
    const { examples } = (await app.call('GET /api/artist/examples', { as: user })).json<{
      examples: { id: string }[]
    }>()
    const ids = examples.map(({ id }) => id).toReversed()
    return app.call('PUT /api/artist/examples/order', { as: user, send: { ids } })
  },
  endOtherSessions: async (app, { user }) => {
    await logIn(app, user)
    return app.call('POST /api/account/sessions/end-others', { as: user, send: {} })
  },
  changeEmail: (app, { user }) =>
    app.call('POST /api/account/email', { as: user, send: { email: newEmailOf(user), password } }),
  confirmEmail: async (app, { user }) =>
    app.call('POST /api/accounts/confirm-email', {
      as: user,
      send: { token: await latestToken(app, newEmailOf(user)) },
    }),
  beginTwoFactor: (app, { user }) => beginTwoFactor(app, user),
  confirmTwoFactor: (app, { user }) => confirmTwoFactor(app, user),
  renewBackupCodes: withPassword('POST /api/account/two-factor/codes'),
  endTwoFactor: withPassword('POST /api/account/two-factor/end'),
  logIn: (app, { user }) => logIn(app, user),
  logInWithCode: async (app, { user }) => {
    const first = await logIn(app, user)
    return app.call('POST /api/accounts/log-in/code', {
      headers: { cookie: cookieOf(first) },
      send: { code: nextCodeOf(secrets.get(user.id) ?? '') },
    })
  },
  changePassword: (app, { user }) =>
    app.call('POST /api/account/password', {
      as: user,
      send: { currentPassword: password, newPassword: 'another song to sing' },
    }),
  requestPasswordReset: (app, { user }) =>
    app.call('POST /api/accounts/forgotten-password', { send: { email: newEmailOf(user) } }),
  resetPassword: async (app, { user }) =>
    app.call('POST /api/accounts/reset-password', {
      send: { token: await latestToken(app, newEmailOf(user)), password },
    }),
  confirmCommission: (app, { user, asUser: { judgedId, deliveryId } }) =>
    app.call(`POST /api/commissions/${judgedId}/confirm`, {
      as: user,
      send: { action: 'approve', deliveryId },
    }),
  logOut: (app, { user }) => app.call('POST /api/accounts/log-out', { as: user, send: {} }),
  deleteAccount: async (app, owner) => {
    await app.db
      .updateTable('payments')
      .set({ status: 'expired' })
      .where('customer_id', '=', owner.user.id)
      .where('status', '=', 'open')
      .execute()
    keepSession(owner.user, 'logIn', await logIn(app, owner.user))
    await endCommissions(app, owner.user)
    return withPassword('POST /api/account/deletion')(app, owner)
  },
  receiveStripeEvent: async (app, { asUser }) => {
    const [event] = await eventsOf(app, asUser.sessionId)
    return deliver(app, event ?? {})
  },
  receiveThinStripeEvent: async (app, { user }) => {
    const account = await app.db
      .selectFrom('payment_accounts')
      .select('provider_account_id')
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    return deliverThin(app, account?.provider_account_id ?? 'acct_unknown')
  },
}

/** Those that the calls before have asked for; and as if the others were over, and what they give back had arrived. */
async function endCommissions(app: TestApp, as: TestUser): Promise<void> {
  const list = await app.call('GET /api/commissions?state=open', { as })
  for (const { id: commissionId } of list.json<{ commissions: { id: string }[] }>().commissions)
    await app.call('POST /api/commission/terminate-before-payment', { as, send: { commissionId } })
  await app.db
    .updateTable('commissions')
    .set({ status: 'cancelled', status_reason: 'decided', ...unfrozen })
    .where('customer_id', '=', as.id)
    .where('status', 'in', commissionListStatuses.open)
    .execute()
  await sql`
    update refunds set status = 'sent', provider_id = 're_' || refunds.id, sent_at = now()
    from payments where payments.id = payment_id and subject_kind = 'commission' and customer_id = ${as.id}
  `.execute(app.db)
}

const unfrozen = { frozen_at: null, frozen_by: null, freeze_reason: null }

const logIn = (app: TestApp, user: TestUser): Promise<Answer> =>
  app.call('POST /api/accounts/log-in', { send: { email: newEmailOf(user), password } })

export async function beginTwoFactor(app: TestApp, user: TestUser): Promise<Answer> {
  const begun = await app.call('POST /api/account/two-factor/begin', {
    as: user,
    send: { password },
  })
  if (begun.statusCode === 200) secrets.set(user.id, begun.json<{ secret: string }>().secret)
  return begun
}

export const confirmTwoFactor = (app: TestApp, user: TestUser): Promise<Answer> =>
  app.call('POST /api/account/two-factor/confirm', {
    as: user,
    send: { code: codeOf(secrets.get(user.id) ?? '') },
  })

export const cookieOf = ({ cookies }: Answer) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Further requests are sent with the session that an answer begins. */
export function keepSession(user: TestUser, endpoint: string, answer: Answer): void {
  const ends = ['logOut', 'register', 'deleteAccount'].includes(endpoint)
  if (!ends && answer.statusCode < 400 && answer.cookies.length > 0) user.cookie = cookieOf(answer)
}

function unsubscribeToken(app: TestApp, { email }: TestUser): string {
  const texts = app.emails.filter(({ to }) => to === email).map(({ text }) => text)
  const found = texts.flatMap((text) => /unsubscribe\?token=([\w.-]+)/.exec(text)?.[1] ?? [])
  return found.at(0) ?? 'none'
}
