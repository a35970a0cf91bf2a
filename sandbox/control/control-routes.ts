// The control API, for tests and demonstrations: opens keys, moves their clocks, injects faults, reads their state.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z, ZodError } from 'zod'
import { checkAccount } from '../accounts/account-capabilities.ts'
import { findCaller } from '../keys/caller.ts'
import { enqueueDelivery, pendingDeliveries } from '../events/deliveries.ts'
import { thinNotification } from '../events/thin-event.ts'
import type { Keyring } from '../keys/keyring.ts'
import { readBalance, recordMovement } from '../money/balance.ts'
import { platformGaps, setGaps } from '../platform/platform-gaps.ts'
import { decideRefund, refundOutcomes } from '../refunds/refund-outcome.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { inTransaction } from '../storage/database.ts'
import { newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { applyDueChanges } from '../requests/due-changes.ts'
import { writeSetting } from '../storage/settings.ts'
import { faults } from '../state/fault-injection.ts'

const clockBody = z.strictObject({ seconds: z.number().int().min(0) })
const faultBody = z.strictObject({ next: z.enum(faults), path: z.string().optional() })
const webhooksBody = z.strictObject({ deliver: z.boolean() })
const payoutBody = z.strictObject({ account: z.string() })
const refundBody = z.strictObject({ refund: z.string(), outcome: z.enum(refundOutcomes) })
const platformBody = z.strictObject({ missing: z.array(z.enum(platformGaps)) })
const verificationBody = z.strictObject({ account: z.string(), pending: z.boolean() })
const redeliverBody = z.strictObject({ event: z.string() })
const endpoint = z.strictObject({
  name: z.enum(['snapshot', 'thin']),
  url: z.url(),
  secret: z.string().min(1),
})
const keyBody = z.strictObject({ endpoints: z.array(endpoint).default([]) })

type KeyHandler = (sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply) => unknown

export function serveControl(app: FastifyInstance, keyring: Keyring): void {
  const forKey = (handle: KeyHandler) => (request: FastifyRequest, reply: FastifyReply) => {
    const sandbox = findCaller(keyring, request.headers)
    if (sandbox) return handle(sandbox, request, reply)
    return reply.code(401).send({ error: 'No such secret key in the Authorization header.' })
  }
  app.register(
    (control, _options, done) => {
      control.setErrorHandler((error, _request, reply) =>
        reply
          .code(error instanceof ZodError ? 400 : 500)
          .send({ error: error instanceof ZodError ? z.prettifyError(error) : String(error) }),
      )
      control.post('/keys', (request) => ({
        secretKey: keyring.open(keyBody.parse(request.body).endpoints).config.secretKey,
      }))
      control.delete(
        '/keys',
        forKey(async (sandbox, _request, reply) => {
          if (sandbox === keyring.configured) {
            return reply.code(409).send({ error: 'The configured key stays open.' })
          }
          await keyring.close(sandbox)
          return { closed: sandbox.config.secretKey }
        }),
      )
      control.post(
        '/clock',
        forKey((sandbox, { body }) => advanceClock(sandbox, clockBody.parse(body))),
      )
      control.post(
        '/faults',
        forKey((sandbox, { body }) => {
          const { next, path } = faultBody.parse(body)
          sandbox.faults.plan(next, path)
          return { planned: next }
        }),
      )
      control.post(
        '/webhooks',
        forKey((sandbox, { body }) => switchDelivery(sandbox, webhooksBody.parse(body))),
      )
      control.post(
        '/redeliver',
        forKey((sandbox, { body }, reply) => {
          const { event } = redeliverBody.parse(body)
          const isKnown = inTransaction(sandbox.db, () => redeliver(sandbox, event))
          return isKnown ? { queued: event } : reply.code(404).send({ error: `No event ${event}.` })
        }),
      )
      control.post(
        '/payout',
        forKey((sandbox, { body }) => {
          const { account } = payoutBody.parse(body)
          return inTransaction(sandbox.db, () => payOut(sandbox, account))
        }),
      )
      control.post(
        '/refund',
        forKey((sandbox, { body }, reply) => {
          const { refund, outcome } = refundBody.parse(body)
          const isDecided = inTransaction(sandbox.db, () => decideRefund(sandbox, refund, outcome))
          if (isDecided) return { refund, outcome }
          return reply.code(404).send({ error: `No refund ${refund} to decide.` })
        }),
      )
      control.post(
        '/verification',
        forKey((sandbox, { body }, reply) => {
          const { account, pending } = verificationBody.parse(body)
          const isKnown = inTransaction(sandbox.db, () => checkAccount(sandbox, account, pending))
          return isKnown ? { pending } : reply.code(404).send({ error: `No account ${account}.` })
        }),
      )
      control.post(
        '/platform',
        forKey((sandbox, { body }) => {
          const { missing } = platformBody.parse(body)
          setGaps(sandbox, missing)
          return { missing }
        }),
      )
      control.get('/snapshot', forKey(takeSnapshot))
      control.get(
        '/log',
        forKey(({ requestLog }) => ({ requests: requestLog.list() })),
      )
      done()
    },
    { prefix: '/_control' },
  )
}

function advanceClock(sandbox: Sandbox, { seconds }: z.infer<typeof clockBody>) {
  inTransaction(sandbox.db, () => {
    sandbox.clock.advance(seconds)
    applyDueChanges(sandbox)
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

/** Pays the account's whole available balance to its bank, as the provider does every day. */
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

/** Every object the platform sees, every account's balance in pence, and the pending deliveries. */
function takeSnapshot(sandbox: Sandbox) {
  inTransaction(sandbox.db, () => applyDueChanges(sandbox))
  const { store, clock } = sandbox
  const owners = [platform, ...store.list('v2.core.account', {}).data.map(({ id }) => id)]
  return {
    now: clock.now(),
    deliveries: pendingDeliveries(sandbox),
    balances: Object.fromEntries(owners.map((owner) => [owner, readBalance(sandbox, owner)])),
    objects: Object.fromEntries(shownKinds.map((kind) => [kind, store.list(kind, {}).data])),
  }
}
