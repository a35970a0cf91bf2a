// The card provider's webhooks: verified on the raw bytes, stored once, acknowledged at once; a job does the work.

import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contracts/endpoint.ts'
import { receiveStripeEvent, receiveThinStripeEvent } from '#contracts/payments.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Committing } from '#server/clock-and-failpoints/failpoints.ts'
import {
  EventNotGenuine,
  type PaymentEvent,
  type Payments,
} from '#server/gateways/payments/payments.ts'
import { openCountedLog } from '#server/http/counted-log.ts'
import type { Serving } from '#server/http/serve.ts'
import { storeEvent } from './payment-events.ts'

type Deps = Committing & {
  http: FastifyInstance
  /** The site's are those of gateways/payments/stripe-payments.ts. */
  payments: Payments
  clock: Clock
}

const maxEventBytes = 1024 * 1024

export function paymentEventRoutes({ served }: Serving, { http, payments, ...deps }: Deps): void {
  served.push(receiveStripeEvent, receiveThinStripeEvent)
  const log = openCountedLog()
  http.register(async (webhooks) => {
    // The signature covers the bytes as sent: parsed and serialised again, the body would not match.
    webhooks.removeAllContentTypeParsers()
    webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )

    const receive = (
      endpoint: Endpoint,
      read: (body: Buffer, signature: string | undefined) => PaymentEvent,
    ) =>
      webhooks.post(endpoint.path, { bodyLimit: maxEventBytes }, async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const signature = request.headers['stripe-signature']
        const event = readOrNotGenuine(() =>
          read(body, typeof signature === 'string' ? signature : undefined),
        )
        if (event instanceof EventNotGenuine) {
          // A wrong secret or clock causes this, and this log entry is the operator's only sign of it. So does anyone who
          // posts to this address, as often as they like.
          log(endpoint.path, (count) =>
            request.log.warn(
              { endpoint: endpoint.path, reason: reasonOf(event), count },
              'an event was refused: it is not genuine',
            ),
          )
          throw new Refusal('event_not_genuine')
        }
        // A live platform can get test events. Refused again and again, the provider would close the endpoint.
        const isOfOtherMode = event.livemode !== payments.livemode
        await storeEvent(deps, event, { isOfOtherMode })
        return { received: true }
      })

    receive(receiveStripeEvent, (body, signature) => payments.readEvent(body, signature))
    receive(receiveThinStripeEvent, (body, signature) => payments.readThinEvent(body, signature))
  })
}

function readOrNotGenuine(read: () => PaymentEvent): PaymentEvent | EventNotGenuine {
  try {
    return read()
  } catch (error) {
    if (error instanceof EventNotGenuine) return error
    throw error
  }
}

/** The first line only: the rest of the package's error contains the body and the signature. */
function reasonOf({ message, cause }: EventNotGenuine): string {
  const reason = cause instanceof Error ? cause.message : message
  return reason.split('\n')[0] ?? message
}
