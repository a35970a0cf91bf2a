// A test sandbox: a sandbox with its own storage, the official client, and a webhook receiver. Every
// response and every event is checked against the contract.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { readConfig } from '../state/config.ts'
import { createContract, type Contract } from '../contract/contract.ts'
import { ensureContract, sharedContractFile } from '../contract/extract-contract.ts'
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'
import { payAsCustomer } from '../pay-as-customer.ts'
import { startSandbox } from '../start-sandbox.ts'

export const secretKey = 'sk_test_sandbox'

export interface TestSandbox extends AsyncDisposable {
  url: string
  /** Makes no retries. */
  stripe: Stripe
  webhooks: WebhookReceiver
  /** @param key the secret key to act on; the test sandbox's own when left out */
  control: (path: string, body?: object, key?: string) => Promise<unknown>
}

let loading: Promise<Contract> | null = null

/** Shared by the tests of a worker: it compiles each schema once, which takes longer than a test. */
export function testContract(): Promise<Contract> {
  loading ??= ensureContract(sharedContractFile).then(createContract)
  return loading
}

/** @param settings further environment variables, e.g. `{ SANDBOX_DISORDER_SEED: '7' }` */
export async function createTestSandbox(
  settings: Record<string, string> = {},
): Promise<TestSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  const contract = await testContract()
  const problems: string[] = []
  const webhooks = await openWebhookReceiver(contract, problems)
  const sandbox = await startSandbox(
    readConfig({
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_SECRET_KEY: secretKey,
      SANDBOX_CONTRACT_FILE: sharedContractFile,
      SANDBOX_CONTROL: '1',
      SANDBOX_DURABLE: '0',
      SANDBOX_WEBHOOK_URL: `${webhooks.url}/snapshot`,
      SANDBOX_WEBHOOK_SECRET: webhooks.secrets.snapshot,
      SANDBOX_THIN_WEBHOOK_URL: `${webhooks.url}/thin`,
      SANDBOX_THIN_WEBHOOK_SECRET: webhooks.secrets.thin,
      ...settings,
    }),
    contract,
  )
  const checkedFetch = checkResponses(contract, problems)
  return {
    url: sandbox.url,
    stripe: clientOf(sandbox.url, { httpClient: Stripe.createFetchHttpClient(checkedFetch) }),
    webhooks,
    control: (path, body, key = secretKey) => callControl(sandbox.url, key, { path, body }),
    async [Symbol.asyncDispose]() {
      await sandbox.close()
      await webhooks.close()
      rmSync(dataDir, { recursive: true })
      if (problems.length > 0) throw new Error(`Against the contract:\n${problems.join('\n')}`)
    },
  }
}

export function clientOf(
  url: string,
  config: Stripe.StripeConfig = {},
  key: string = secretKey,
): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...config,
  })
}

function checkResponses(contract: Contract, problems: string[]): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const url = new URL(input instanceof Request ? input.url : input)
    const matched = contract.match(init?.method ?? 'GET', url.pathname)
    if (response.ok && matched) {
      const found = contract.responseProblems(matched.operation, await response.clone().json())
      problems.push(...found.map((problem) => `${matched.operation.name}: ${problem}`))
    }
    return response
  }
}

async function callControl(
  url: string,
  key: string,
  { path, body }: { path: string; body: object | undefined },
): Promise<unknown> {
  const response = await fetch(`${url}/_control/${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  const result: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(result))
  return result
}

/** @param prices of the lines, in pence */
export function cart(...prices: number[]): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    success_url: 'http://site.test/done?cs={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://site.test/cart',
    line_items: prices.map((price, position) => ({
      quantity: 1,
      price_data: {
        currency: 'gbp',
        unit_amount: price,
        product_data: { name: `Track ${position + 1}` },
      },
    })),
  }
}

export async function createSession(
  { stripe }: TestSandbox,
  params: Stripe.Checkout.SessionCreateParams,
): Promise<Stripe.Checkout.Session & { url: string }> {
  const session = await stripe.checkout.sessions.create(params)
  if (!session.url) throw new Error('An open session without an address.')
  return { ...session, url: session.url }
}

/** Pays a checkout of these lines with a card that succeeds, and returns the charge. */
export async function payCart(
  sandbox: TestSandbox,
  params: Stripe.Checkout.SessionCreateParams,
  card = '4242424242424242',
): Promise<Stripe.Charge> {
  const session = await createSession(sandbox, params)
  await payAsCustomer(session.url, { card })
  const intents = await sandbox.stripe.paymentIntents.list({
    limit: 1,
    expand: ['data.latest_charge'],
  })
  const charge = intents.data[0]?.latest_charge
  if (!charge || typeof charge === 'string') throw new Error('The payment made no charge.')
  return charge
}

/** Available and pending, in pence; the platform's without an account. */
export async function balanceOf({ stripe }: TestSandbox, stripeAccount?: string) {
  const balance = await stripe.balance.retrieve({}, stripeAccount ? { stripeAccount } : {})
  return [balance.available[0]?.amount, balance.pending[0]?.amount]
}

export function createAccount({
  stripe,
}: Pick<TestSandbox, 'stripe'>): Promise<Stripe.V2.Core.Account> {
  return stripe.v2.core.accounts.create({
    contact_email: 'artist@example.com',
    dashboard: 'express',
    identity: { country: 'gb', entity_type: 'individual' },
    defaults: {
      currency: 'gbp',
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    include: ['configuration.recipient', 'requirements'],
  })
}

export function createAccountLink(
  { stripe }: Pick<TestSandbox, 'stripe'>,
  account: string,
): Promise<Stripe.V2.Core.AccountLink> {
  return stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: {
        refresh_url: 'http://site.test/again',
        return_url: 'http://site.test/back',
      },
    },
  })
}

/** An account that has finished onboarding and can receive transfers. Returns its id. */
export async function createActiveAccount(sandbox: TestSandbox): Promise<string> {
  const { id } = await createAccount(sandbox)
  await sandbox.control('onboarding', { account: id })
  return id
}
