// Parses webhook bodies into events, only with the provider's signature on the raw bytes.

import Stripe from 'stripe'
import { EventNotGenuine, type PaymentEvent } from './payments.ts'

const toleranceSeconds = 300

/** The events that the app handles; docs/operations.md lists them for the operator. */
export const snapshotEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.updated',
  'refund.failed',
] as const
export const thinEventTypes = [
  'v2.core.account[requirements].updated',
  'v2.core.account[configuration.recipient].capability_status_updated',
] as const

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
    return { id, type, livemode, object: { kind: 'refund', refundId } }
  }
  if (object.object !== 'checkout.session') {
    return { id, type, livemode, object: { kind: 'other' } }
  }
  return {
    id,
    type,
    livemode,
    object: { kind: 'checkout', paymentId: object.client_reference_id, sessionId: object.id },
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
  const relatedObject = 'related_object' in event ? event.related_object : null
  if (!isAccount(relatedObject)) return { id, type, livemode, object: { kind: 'other' } }
  return { id, type, livemode, object: { kind: 'account', accountId: relatedObject.id } }
}

function isAccount(relatedObject: unknown): relatedObject is { id: string } {
  return (
    typeof relatedObject === 'object' &&
    relatedObject !== null &&
    'type' in relatedObject &&
    relatedObject.type === 'v2.core.account' &&
    'id' in relatedObject &&
    typeof relatedObject.id === 'string'
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

/** The package refuses old timestamps, but accepts future ones. */
function refuseFuture(signature: string | undefined): void {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1] ?? Number.NaN)
  if (!(seconds <= Date.now() / 1000 + toleranceSeconds)) {
    throw new EventNotGenuine('The signature carries no time, or one from the future.')
  }
}
