// The control API, for tests and demonstrations: moves the clock, breaks the network, looks inside.
import type { FastifyInstance } from 'fastify'
import { z, ZodError } from 'zod'
import { enqueueDelivery, pendingDeliveries } from '../events/deliveries.ts'
import { thinNotification } from '../events/thin-event.ts'
import { readBalance, recordMovement } from '../money/balance.ts'
import type { Sandbox } from '../sandbox.ts'
import { inTransaction } from '../storage/database.ts'
import { newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { passTime } from '../pass-time.ts'
import { writeSetting } from '../storage/settings.ts'
import { mishaps } from './chaos.ts'

const clockBody = z.strictObject({ seconds: z.number().int().min(0) })
const chaosBody = z.strictObject({ next: z.enum(mishaps), path: z.string().optional() })
const webhooksBody = z.strictObject({ deliver: z.boolean() })
const payoutBody = z.strictObject({ account: z.string() })
const redeliverBody = z.strictObject({ event: z.string() })

export function serveControl(app: FastifyInstance, sandbox: Sandbox): void {
  app.register(
    (control, _options, done) => {
      control.setErrorHandler((error, _request, reply) =>
        reply
          .code(error instanceof ZodError ? 400 : 500)
          .send({ error: error instanceof ZodError ? z.prettifyError(error) : String(error) }),
      )
      control.post('/clock', (request) => advanceClock(sandbox, clockBody.parse(request.body)))
      control.post('/chaos', (request) => {
        const { next, path } = chaosBody.parse(request.body)
        sandbox.chaos.plan(next, path)
        return { planned: next }
      })
      control.post('/webhooks', (request) =>
        switchDelivery(sandbox, webhooksBody.parse(request.body)),
      )
      control.post('/redeliver', (request, reply) => {
        const { event } = redeliverBody.parse(request.body)
        const isKnown = inTransaction(sandbox.db, () => redeliver(sandbox, event))
        return isKnown ? { queued: event } : reply.code(404).send({ error: `No event ${event}.` })
      })
      control.post('/payout', (request) => {
        const { account } = payoutBody.parse(request.body)
        return inTransaction(sandbox.db, () => payOut(sandbox, account))
      })
      control.get('/snapshot', () => takeSnapshot(sandbox))
      control.get('/log', () => ({ requests: sandbox.requestLog.list() }))
      done()
    },
    { prefix: '/_control' },
  )
}

function advanceClock(sandbox: Sandbox, { seconds }: z.infer<typeof clockBody>) {
  inTransaction(sandbox.db, () => {
    sandbox.clock.advance(seconds)
    passTime(sandbox)
  })
  sandbox.delivery.wake()
  return { now: sandbox.clock.now() }
}

function switchDelivery(sandbox: Sandbox, { deliver }: z.infer<typeof webhooksBody>) {
  writeSetting(sandbox.db, 'deliver', deliver ? 'on' : 'off')
  sandbox.delivery.wake()
  return { deliver }
}

function redeliver(sandbox: Sandbox, id: string): boolean {
  const snapshot = sandbox.store.find('event', id)
  if (snapshot) enqueueDelivery(sandbox, { endpoint: 'snapshot', id, body: snapshot }, 0)
  const thin = sandbox.store.find('v2.core.event', id)
  if (thin) enqueueDelivery(sandbox, { endpoint: 'thin', id, body: thinNotification(thin) }, 0)
  return Boolean(snapshot ?? thin)
}

/** The account's whole available balance goes to its bank, as the provider does every day. */
function payOut(sandbox: Sandbox, account: string) {
  const { availablePence } = readBalance(sandbox, account)
  recordMovement(sandbox, {
    owner: account,
    type: 'payout',
    amountPence: -availablePence,
    source: newId('po'),
    description: 'STRIPE PAYOUT',
  })
  return { paidOutPence: availablePence }
}

const shownKinds = [
  'checkout.session',
  'payment_intent',
  'charge',
  'transfer',
  'transfer_reversal',
  'refund',
  'balance_transaction',
  'v2.core.account',
] as const

/** Everything the platform sees, every account's balance in pence, and what is still to be told. */
function takeSnapshot(sandbox: Sandbox) {
  inTransaction(sandbox.db, () => passTime(sandbox))
  const { store, clock } = sandbox
  const owners = [platform, ...store.list('v2.core.account', {}).data.map(({ id }) => id)]
  return {
    now: clock.now(),
    deliveries: pendingDeliveries(sandbox),
    balances: Object.fromEntries(owners.map((owner) => [owner, readBalance(sandbox, owner)])),
    objects: Object.fromEntries(shownKinds.map((kind) => [kind, store.list(kind, {}).data])),
  }
}
