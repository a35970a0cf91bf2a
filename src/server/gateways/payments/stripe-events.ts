// Webhook bodies become events only with the provider's signature on the raw bytes.

import Stripe from 'stripe'
import { EventNotGenuine, type PaymentEvent } from './payments.ts'

const toleranceSeconds = 300

export function readSignedEvent(
  stripe: Stripe,
  rawBody: Buffer,
  signature: string | undefined,
  secrets: string,
): PaymentEvent {
  const event = withAnySecret(secrets, signature, (secret, header) =>
    stripe.webhooks.constructEvent(rawBody, header, secret, toleranceSeconds),
  )
  const { id, type, livemode } = event
  const { object } = event.data
  if (object.object === 'refund') {
    const refundId = object.metadata?.['refund_id'] ?? null
    return { id, type, livemode, subject: { kind: 'refund', refundId } }
  }
  if (object.object !== 'checkout.session') {
    return { id, type, livemode, subject: { kind: 'other' } }
  }
  return {
    id,
    type,
    livemode,
    subject: { kind: 'checkout', orderId: object.client_reference_id, sessionId: object.id },
  }
}

export function readSignedThinEvent(
  stripe: Stripe,
  rawBody: Buffer,
  signature: string | undefined,
  secrets: string,
): PaymentEvent {
  const event = withAnySecret(secrets, signature, (secret, header) =>
    stripe.parseEventNotification(rawBody, header, secret, toleranceSeconds),
  )
  const { id, type, livemode } = event
  const about = 'related_object' in event ? event.related_object : null
  if (!isAccount(about)) return { id, type, livemode, subject: { kind: 'other' } }
  return { id, type, livemode, subject: { kind: 'account', accountId: about.id } }
}

function isAccount(about: unknown): about is { id: string } {
  return (
    typeof about === 'object' &&
    about !== null &&
    'type' in about &&
    about.type === 'v2.core.account' &&
    'id' in about &&
    typeof about.id === 'string'
  )
}

function withAnySecret<Event>(
  secrets: string,
  signature: string | undefined,
  read: (secret: string, header: string) => Event,
): Event {
  refuseFuture(signature)
  let problem: unknown
  for (const secret of secrets.split(',')) {
    try {
      return read(secret.trim(), signature ?? '')
    } catch (error) {
      problem = error
    }
  }
  throw new EventNotGenuine('The signature does not match.', { cause: problem })
}

/** The package refuses what is too old, but believes a time that has not come yet. */
function refuseFuture(signature: string | undefined): void {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1] ?? Number.NaN)
  if (!(seconds <= Date.now() / 1000 + toleranceSeconds)) {
    throw new EventNotGenuine('The signature carries no time, or one from the future.')
  }
}
