// The control API, for tests and demonstrations: opens keys, moves their clocks, injects faults, reads their state.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z, ZodError } from 'zod'
import { checkAccount, requireAgain } from '../accounts/account-capabilities.ts'
import { setupSteps } from '../accounts/setup.ts'
import { completeSetup } from '../accounts/setup-routes.ts'
import { findCaller } from '../keys/caller.ts'
import { enqueueDelivery, pendingDeliveries } from '../events/deliveries.ts'
import { deliverAsOtherMode } from '../events/other-mode.ts'
import { thinNotification } from '../events/thin-event.ts'
import type { Keyring } from '../keys/keyring.ts'
import { readBalance } from '../money/balance.ts'
import { topUp } from '../money/top-up.ts'
import { resetPlatformSchedule } from '../payouts/payout-settings.ts'
import { platformGaps, setGaps } from '../platform/platform-gaps.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { inTransaction } from '../storage/database.ts'
import { platform } from '../storage/object-store.ts'
import { applyDueChanges } from '../requests/due-changes.ts'
import { writeSetting } from '../storage/settings.ts'
import { createDisorder, maxLateSeconds, usualFaultPercent } from '../state/disorder.ts'
import { faults } from '../state/fault-injection.ts'
import type { KeyHandler } from './key-handler.ts'
import { disputeActions } from './dispute-actions.ts'
import { historyActions } from './history-actions.ts'
import { moneyActions } from './money-actions.ts'
import { plantedChanges } from './planted-changes.ts'

const endpoint = z.strictObject({
  name: z.enum(['snapshot', 'thin']),
  url: z.url(),
  secret: z.string().min(1),
})
const keyBody = z.strictObject({
  endpoints: z.array(endpoint).default([]),
  /** What the platform has on its balance from the beginning. */
  toppedUpPence: z.number().int().min(0).default(0),
})

const actions: [path: string, handle: KeyHandler][] = [
  ['/clock', advanceClock],
  ['/faults', planFault],
  ['/disorder', setDisorder],
  ['/webhooks', switchDelivery],
  ['/redeliver', redeliverEvent],
  ['/other-mode', sendOtherMode],
  ['/onboarding', finishOnboarding],
  ['/verification', setVerification],
  ['/requirements', setRequirements],
  ['/platform', setPlatformGaps],
  ...moneyActions,
  ...disputeActions,
  ...historyActions,
  ...plantedChanges,
]

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
      control.post('/keys', (request) => openKey(keyring, request))
      control.delete(
        '/keys',
        forKey((sandbox, _request, reply) => closeKey(keyring, sandbox, reply)),
      )
      for (const [path, handle] of actions) control.post(path, forKey(handle))
      control.get('/snapshot', forKey(takeSnapshot))
      control.get('/events', forKey(listEvents))
      control.get(
        '/log',
        forKey(({ requestLog }) => ({ requests: requestLog.list() })),
      )
      done()
    },
    { prefix: '/_control' },
  )
}

function openKey(keyring: Keyring, { body }: FastifyRequest) {
  const { endpoints, toppedUpPence } = keyBody.parse(body)
  const sandbox = keyring.open(endpoints)
  if (toppedUpPence > 0) topUp(sandbox, toppedUpPence)
  return { secretKey: sandbox.config.secretKey }
}

async function closeKey(keyring: Keyring, sandbox: Sandbox, reply: FastifyReply) {
  if (sandbox === keyring.configured) {
    return reply.code(409).send({ error: 'The configured key stays open.' })
  }
  await keyring.close(sandbox)
  return { closed: sandbox.config.secretKey }
}

const clockBody = z.strictObject({ seconds: z.number().int().min(0) })

function advanceClock(sandbox: Sandbox, { body }: FastifyRequest) {
  const { seconds } = clockBody.parse(body)
  inTransaction(sandbox.db, () => {
    sandbox.clock.advance(seconds)
    applyDueChanges(sandbox)
  })
  sandbox.delivery.wake()
  return { now: sandbox.clock.now() }
}

const faultBody = z.strictObject({ next: z.enum(faults).nullable(), path: z.string().optional() })

/** Null: none of those that are planned happens. */
function planFault(sandbox: Sandbox, { body }: FastifyRequest) {
  const { next, path } = faultBody.parse(body)
  if (next === null) return { cleared: sandbox.faults.clear() }
  sandbox.faults.plan(next, path)
  return { planned: next }
}

const disorderBody = z
  .strictObject({
    seed: z.number().int(),
    faultPercent: z.number().min(0).max(100).default(usualFaultPercent),
    lateSeconds: z.number().int().min(1).max(maxLateSeconds).optional(),
  })
  .nullable()

/** Null ends it. Deliveries that are late already stay late. */
function setDisorder(sandbox: Sandbox, { body }: FastifyRequest) {
  const { disorder } = z.strictObject({ disorder: disorderBody }).parse(body)
  sandbox.disorder = disorder && createDisorder(disorder)
  return { disorder }
}

const webhooksBody = z.strictObject({ deliver: z.boolean() })

function switchDelivery(sandbox: Sandbox, { body }: FastifyRequest) {
  const { deliver } = webhooksBody.parse(body)
  writeSetting(sandbox.db, 'deliver', deliver ? 'on' : 'off')
  sandbox.delivery.wake()
  return { deliver }
}

const redeliverBody = z.strictObject({ event: z.string() })

function redeliverEvent(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { event: id } = redeliverBody.parse(body)
  const { db, store } = sandbox
  const isKnown = inTransaction(db, () => {
    const snapshot = store.find('event', id)
    if (snapshot) enqueueDelivery(sandbox, { endpoint: 'snapshot', id, body: snapshot }, 0)
    const thin = store.find('v2.core.event', id)
    if (thin) enqueueDelivery(sandbox, { endpoint: 'thin', id, body: thinNotification(thin) }, 0)
    return Boolean(snapshot ?? thin)
  })
  return isKnown ? { queued: id } : reply.code(404).send({ error: `No event ${id}.` })
}

/** A copy of the event as the other mode would send it: under an id of its own, which this mode does not know. */
function sendOtherMode(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { event: id } = redeliverBody.parse(body)
  const sent = inTransaction(sandbox.db, () => deliverAsOtherMode(sandbox, id))
  return sent === undefined ? reply.code(404).send({ error: `No event ${id}.` }) : { sent }
}

const onboardingBody = z.strictObject({ account: z.string() })

function finishOnboarding(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { account } = onboardingBody.parse(body)
  const isKnown = inTransaction(sandbox.db, () => completeSetup(sandbox, account))
  return isKnown ? { account } : reply.code(404).send({ error: `No account ${account}.` })
}

const verificationBody = z.strictObject({ account: z.string(), pending: z.boolean() })

function setVerification(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { account, pending } = verificationBody.parse(body)
  const isKnown = inTransaction(sandbox.db, () => checkAccount(sandbox, account, pending))
  return isKnown ? { pending } : reply.code(404).send({ error: `No account ${account}.` })
}

const requirementsBody = z.strictObject({
  account: z.string(),
  missing: z.array(z.enum(setupSteps)).min(1),
})

function setRequirements(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { account, missing } = requirementsBody.parse(body)
  const isKnown = inTransaction(sandbox.db, () => requireAgain(sandbox, account, missing))
  return isKnown ? { missing } : reply.code(404).send({ error: `No account ${account}.` })
}

const platformBody = z.strictObject({ missing: z.array(z.enum(platformGaps)) })

function setPlatformGaps(sandbox: Sandbox, { body }: FastifyRequest) {
  const { missing } = platformBody.parse(body)
  inTransaction(sandbox.db, () => {
    setGaps(sandbox, missing)
    resetPlatformSchedule(sandbox)
  })
  return { missing }
}

const shownKinds = [
  'checkout.session',
  'payment_intent',
  'charge',
  'transfer',
  'transfer_reversal',
  'refund',
  'dispute',
  'radar.early_fraud_warning',
  'payout',
  'balance_transaction',
  'v2.core.account',
] as const

/** All bodies that webhooks receive, the oldest first: for an app without an address, which is given them in another way. */
function listEvents({ store }: Sandbox) {
  return {
    snapshot: store.list('event', { owner: null }).data.toReversed(),
    thin: store.list('v2.core.event', {}).data.toReversed().map(thinNotification),
  }
}

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
