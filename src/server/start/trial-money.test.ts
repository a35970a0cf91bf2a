import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/start/config.ts'
import { sharedContractFile } from '../../../sandbox/contract/extract-contract.ts'
import { payAsCustomer } from '../../../sandbox/pay-as-customer.ts'
import { startSandbox } from '../../../sandbox/start-sandbox.ts'
import { readConfig as readSandboxConfig } from '../../../sandbox/state/config.ts'
import { sandboxVariables } from './open-parts.ts'

test('the first payment of a trial can be given back at once: the platform has money of its own for the fee', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-trial-'))
  const config = readConfig({ DATA_DIR: folder, SANDBOX_PORT: '0' })
  const secret = 'x'.repeat(43)
  const secrets = { auth: secret, revalidate: secret, database: secret }
  const own = { sandboxKey: 'sk_test_trial', webhook: 'whsec_1', thinWebhook: 'whsec_2' }
  const variables = sandboxVariables(config, { ...secrets, ...own })
  const sandbox = await startSandbox(
    readSandboxConfig({ ...variables, SANDBOX_CONTRACT_FILE: sharedContractFile }),
  )
  onTestFinished(async () => {
    await sandbox.close()
    await rm(folder, { recursive: true })
  })
  const { hostname, port } = new URL(sandbox.url)
  const stripe = new Stripe(own.sandboxKey, { host: hostname, port, protocol: 'http' })
  const price_data = { currency: 'gbp', unit_amount: 900, product_data: { name: 'A song' } }
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://undersong.test',
    line_items: [{ quantity: 1, price_data }],
  })
  await payAsCustomer(url ?? '', { card: '4242424242424242' })
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
  const refund = await stripe.refunds.create({
    payment_intent: typeof payment_intent === 'string' ? payment_intent : '',
  })
  expect(refund).toMatchObject({ amount: 900, status: 'succeeded' })
})
