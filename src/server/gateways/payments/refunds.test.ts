import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openStripePayments } from './stripe-payments.ts'

const refund = {
  refundId: 'row-1',
  subject: { kind: 'order', id: 'order-1' },
  amountPence: 570,
  chargeId: 'ch_1',
  idempotencyKey: 'refund:row-1:a1',
}

/** A provider whose refunds all have one status. */
async function startProviderWith(status: string) {
  const metadata = { refund_id: 'row-1' }
  const object = { id: 're_1', object: 'refund', status, metadata, balance_transaction: null }
  const app = Fastify()
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) =>
    done(null),
  )
  app.post('/v1/refunds', async () => object)
  app.get('/v1/refunds/re_1', async () => object)
  app.get('/v1/refunds', async () => ({ object: 'list', data: [object], has_more: false }))
  onTestFinished(() => app.close())
  const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  return openStripePayments({
    secretKey: 'sk_test_refunds',
    webhookSecret: 'unused',
    thinWebhookSecret: 'unused',
    apiUrl,
  })
}

test.each(['failed', 'canceled'])(
  'a refund that is %s at once is returned, and not found',
  async (status) => {
    const payments = await startProviderWith(status)
    await expect(payments.sendRefund(refund)).resolves.toMatchObject({ state: status })
    await expect(payments.findRefund(refund)).resolves.toBeNull()
    await expect(payments.readRefund('re_1')).resolves.toMatchObject({ state: status })
  },
)

test.each([
  ['succeeded', 'succeeded'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['a status of next year', 'pending'],
])('a refund that is %s was made, and is %s', async (status, state) => {
  const payments = await startProviderWith(status)
  const made = { providerId: 're_1', state }
  await expect(payments.sendRefund(refund)).resolves.toMatchObject(made)
  await expect(payments.findRefund(refund)).resolves.toMatchObject(made)
})
