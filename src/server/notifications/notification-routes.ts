import type { FastifyInstance } from 'fastify'
import {
  chooseNotificationEmails,
  countUnreadNotifications,
  findSubscription,
  listNotificationChoices,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  openUnsubscribe,
  unsubscribe,
} from '#contracts/notifications/notifications.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { isEmailChoice, notificationKinds } from '#rules/notifications/notification-kinds.ts'
import { unsubscribePath } from '#rules/page-paths.ts'
import type { Db } from '#server/db/client.ts'
import { parseInput } from '#server/http/input.ts'
import type { RefuseForeignOrigin } from '#server/http/origin.ts'
import type { Serving } from '#server/http/serve.ts'
import { findChoices, storeChoice } from './email-subscriptions.ts'
import { markAllRead, markRead } from './notification-commands.ts'
import { countUnread, findNotifications } from './notification-queries.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

type SubscriptionDeps = {
  http: FastifyInstance
  db: Db
  tokens: UnsubscribeTokens
  refuseForeignOrigin: RefuseForeignOrigin
}

export function notificationRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(listNotifications, async ({ input, user }) =>
    findNotifications(db, { userId: user.id, ...input }),
  )

  serve(countUnreadNotifications, async ({ user }) => ({ unread: await countUnread(db, user.id) }))

  serve(markNotificationRead, async ({ input, user }) => ({
    unread: await markRead(db, { id: input.id, userId: user.id }),
  }))

  serve(markAllNotificationsRead, async ({ user }) => ({ unread: await markAllRead(db, user.id) }))

  serve(listNotificationChoices, async ({ user }) => findChoices(db, user.id))

  serve(chooseNotificationEmails, async ({ input, user }) => {
    if (!isEmailChoice(input.kind)) throw new Refusal('email_not_a_choice')
    await storeChoice(db, { userId: user.id, ...input })
    return findChoices(db, user.id)
  })
}

/** What the links in emails call. Their token decides; a login changes nothing. */
export function subscriptionRoutes(
  { serve, serveBytes, served }: Serving,
  { http, db, tokens, refuseForeignOrigin }: SubscriptionDeps,
) {
  /** @throws Refusal not_found */
  function read(token: string) {
    const subscription = tokens.read(token)
    if (!subscription) throw new Refusal('not_found')
    return { ...subscription, label: notificationKinds[subscription.kind].label }
  }

  serve(findSubscription, async ({ input }) => ({ label: read(input.token).label }))

  serveBytes(openUnsubscribe, async ({ input, reply }) => {
    await reply.redirect(unsubscribePath(input.token))
  })

  served.push(unsubscribe)
  http.register(async (scope) => {
    // A mail program posts a form of either kind (RFC 8058), whose only field says nothing new.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    scope.post(unsubscribe.path, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      refuseForeignOrigin(request)
      const { body, query } = request
      const fields = { ...(typeof body === 'object' ? body : {}), ...Object(query) }
      const { label, userId, kind } = read(parseInput(unsubscribe.input, fields).token)
      await storeChoice(db, { userId, kind, emails: false })
      return { label }
    })
  })
}
