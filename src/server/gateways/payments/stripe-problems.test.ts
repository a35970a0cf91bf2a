import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { PaymentKeyRefused, PaymentKeySpent, PaymentRefused, PaymentUnknown } from './payments.ts'
import { openStripePayments } from './stripe-payments.ts'

type FakeResponse = { status: number; headers?: Record<string, string>; error: object }

/** A provider that sends the same response to every request. */
async function startRespondingProvider({ status, headers = {}, error }: FakeResponse) {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error }))
  })
  return { ...(await listening(server)), calls: () => calls }
}

async function listening(server: ReturnType<typeof createServer>, deadlineMs = 20_000) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return openStripePayments({
    secretKey: 'sk_test_problems',
    webhookSecret: 'unused',
    thinWebhookSecret: 'unused',
    apiUrl: `http://127.0.0.1:${port}`,
    deadlineMs,
  })
}

const transfer = {
  transferId: 'row-1',
  subject: { kind: 'order', id: 'order-1' },
  amountPence: 500,
  toAccount: 'acct_1',
  chargeId: 'ch_1',
  idempotencyKey: 'transfer:row-1:a1',
}
const inUse = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use.' }
const mismatch = { type: 'idempotency_error', message: 'Other parameters.' }
const broken = { type: 'api_error', message: 'Something went wrong.' }

test.each([
  ['a key with a request in progress', 409, {}, inUse, PaymentUnknown],
  ['other parameters, in the first API', 400, {}, mismatch, PaymentKeySpent],
  ['other parameters, in the second API', 409, {}, mismatch, PaymentKeySpent],
  [
    'a conflict',
    409,
    {},
    { type: 'invalid_request_error', code: 'conflict', message: 'No.' },
    PaymentRefused,
  ],
  ['a revoked key', 401, {}, { type: 'authentication_error', message: 'No.' }, PaymentKeyRefused],
  ['a missing right', 403, {}, { type: 'permission_error', message: 'No.' }, PaymentKeyRefused],
  ['a refusal', 400, {}, { type: 'invalid_request_error', message: 'No.' }, PaymentRefused],
  ['too many requests', 429, {}, { type: 'rate_limit', message: 'Slowly.' }, PaymentUnknown],
  ['a failure', 500, {}, broken, PaymentUnknown],
  ['a stored failure', 500, { 'stripe-should-retry': 'false' }, broken, PaymentKeySpent],
  ['a repeated failure', 500, { 'idempotent-replayed': 'true' }, broken, PaymentKeySpent],
])(
  '%s maps to the expected error of a transfer',
  async (_what, status, headers, error, expected) => {
    const payments = await startRespondingProvider({ status, headers, error })
    const thrown: unknown = await payments
      .sendTransfer(transfer)
      .catch((problem: unknown) => problem)
    expect(thrown).toBeInstanceOf(Error)
    expect(thrown instanceof Error ? thrown.constructor : null).toBe(expected)
  },
)

test('a stored failure is not retried at once', async () => {
  const headers = { 'stripe-should-retry': 'false' }
  const payments = await startRespondingProvider({ status: 500, headers, error: broken })
  await payments.sendTransfer(transfer).catch(() => undefined)
  expect(payments.calls()).toBe(1)
})

test('a response that never ends times out, and so does one that never begins', async () => {
  for (const begins of [true, false]) {
    const server = createServer((_request, response) => {
      if (!begins) return
      response.writeHead(200, { 'content-type': 'application/json' })
      const trickle = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(trickle))
    })
    const payments = await listening(server, 300)
    await expect(payments.sendTransfer(transfer)).rejects.toBeInstanceOf(PaymentUnknown)
    await expect(payments.findRefund({ refundId: 'r', chargeId: 'ch_1' })).rejects.toBeInstanceOf(
      PaymentUnknown,
    )
  }
})
