// The card provider's webhooks: verified on the raw bytes, stored once, acknowledged at once; a job does the work.

import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contracts/endpoint.ts'
import { receiveStripeEvent, receiveThinStripeEvent } from '#contracts/payments.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import {
  EventNotGenuine,
  type PaymentEvent,
  type Payments,
} from '#server/gateways/payments/payments.ts'
import { openCountedLog } from '#server/http/counted-log.ts'
import { addJob } from '#server/jobs/add-job.ts'

const largestEventBytes = 1024 * 1024

/** An event that fails this often stays in the queue for the operator; the reconciliation continues without it. */
const maxEventAttempts = 8

export function paymentEventRoutes(
  app: FastifyInstance,
  served: Endpoint[],
  { db, payments }: { db: Db; payments: Payments },
): void {
  served.push(receiveStripeEvent, receiveThinStripeEvent)
  const log = openCountedLog()
  app.register(async (webhooks) => {
    // The signature covers the bytes as sent: parsed and serialised again, the body would not match.
    webhooks.removeAllContentTypeParsers()
    webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )

    const receive = (
      endpoint: Endpoint,
      read: (body: Buffer, signature: string | undefined) => PaymentEvent,
    ) =>
      webhooks.post(endpoint.path, { bodyLimit: largestEventBytes }, async (request) => {
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
        // With a live key test events are refused, and with a test key live ones.
        if (event.livemode !== payments.livemode) {
          request.log.warn(
            { event: event.id, livemode: event.livemode },
            'an event of the other mode was refused',
          )
          throw new Refusal('event_of_other_mode')
        }
        await storeEvent(db, event, body)
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

/** Stores an event once per id, however often it is delivered; its job is queued in the same transaction. */
async function storeEvent(db: Db, event: PaymentEvent, body: Buffer): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const stored = await tx
      .insertInto('payment_events')
      .values({ id: event.id, type: event.type, body: body.toString('utf8') })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored) return
    const { object } = event
    if (object.kind === 'checkout' && object.paymentId !== null) {
      const { paymentId, sessionId } = object
      await addJob(
        tx,
        'check_payment',
        { paymentId, sessionId, eventId: event.id },
        { maxAttempts: maxEventAttempts },
      )
    } else if (object.kind === 'refund' && object.refundId !== null) {
      const { refundId } = object
      await addJob(
        tx,
        'check_refund',
        { refundId, eventId: event.id },
        { maxAttempts: maxEventAttempts },
      )
    } else if (object.kind === 'account') {
      await addJob(tx, 'check_payment_account', { providerAccountId: object.accountId })
    }
  })
}
