// Parses webhook bodies into events, only with the provider's signature on the raw bytes.

import Stripe from 'stripe'
import { handledEvent } from '#rules/payments/provider-events.ts'
import { EventNotGenuine, type PaymentEvent } from './payments.ts'
import { idOf } from './stripe-metadata.ts'

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
  return { id, type, livemode, object: objectOf(event) }
}

/** Of an event that is only counted, nothing is read. */
function objectOf({ type, account, data: { object } }: Stripe.Event): PaymentEvent['object'] {
  const handled = handledEvent(type)
  if (handled === null || (account !== undefined && handled.of === 'platform')) return other
  switch (object.object) {
    case 'checkout.session':
      return { kind: 'checkout', paymentId: object.client_reference_id, sessionId: object.id }
    case 'refund':
      return {
        kind: 'refund',
        refundId: object.metadata?.['refund_id'] ?? null,
        chargeId: idOf(object.charge),
      }
    case 'charge':
      return { kind: 'charge', chargeId: object.id }
    case 'dispute':
      return { kind: 'charge', chargeId: idOf(object.charge) }
    case 'transfer':
      return { kind: 'transfer', transferId: object.id }
    case 'payout':
      return { kind: 'payout', payoutId: object.id, providerAccountId: account ?? null }
    case 'balance':
      return { kind: 'balance' }
    default:
      return other
  }
}

const other = { kind: 'other' } as const

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
  if (handledEvent(type)?.about !== 'account' || !isAccount(relatedObject))
    return { id, type, livemode, object: other }
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
