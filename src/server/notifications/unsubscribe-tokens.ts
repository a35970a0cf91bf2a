// What the address in an email contains, by which its reader stops the emails of one kind without a login: signed, and
// valid without a limit in time, because emails are kept for years.

import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  isNotificationKind,
  type NotificationKind,
} from '#rules/notifications/notification-kinds.ts'

type Subscription = { userId: string; kind: NotificationKind }

export type UnsubscribeTokens = {
  create: (subscription: Subscription) => string
  /** Null for a token that the server has not created. */
  read: (token: string) => Subscription | null
}

export function openUnsubscribeTokens(secret: string): UnsubscribeTokens {
  const sign = ({ userId, kind }: Subscription) =>
    createHmac('sha256', secret)
      // A signature by the same secret for another purpose is none of a token.
      .update(JSON.stringify(['unsubscribe', userId, kind]))
      .digest('base64url')
  return {
    create: (subscription) =>
      [subscription.userId, subscription.kind, sign(subscription)].join('.'),
    read(token) {
      const [userId = '', kind = '', signature = '', ...rest] = token.split('.')
      if (!isNotificationKind(kind) || rest.length > 0) return null
      const isSigned = sameText(signature, sign({ userId, kind }))
      return isSigned ? { userId, kind } : null
    },
  }
}

/** In a time that does not depend on where they differ. */
function sameText(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
