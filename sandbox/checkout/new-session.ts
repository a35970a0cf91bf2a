// Creates a checkout session: the provider's validation rules, and the session object.
import type { Stripe } from 'stripe'
import { checkEmail } from '../api/email-address.ts'
import { storedMetadata } from '../api/metadata.ts'
import { checkWebAddress } from '../api/web-address.ts'
import { invalidParameter, missingParameter, notServed } from '../api/stripe-failure.ts'
import { currency, formatPounds } from '../money/amounts.ts'
import { refuseWithGaps } from '../platform/platform-gaps.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import type { LineItem } from '../storage/stored-kinds.ts'
import { checkoutOrderId } from './checkout-order.ts'
import { newLineItem } from './line-item.ts'

type Params = Stripe.Checkout.SessionCreateParams

const minTotalPence = 30
const maxTotalPence = 99_999_999
const minLifeSeconds = 30 * 60
const maxLifeSeconds = 24 * 60 * 60

const servedParams = new Set([
  'adaptive_pricing',
  'allowed_payment_method_types',
  'billing_address_collection',
  'cancel_url',
  'client_reference_id',
  'currency',
  'customer_email',
  'expand',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'origin_context',
  'payment_intent_data',
  'submit_type',
  'success_url',
  'ui_mode',
])

const servedPaymentParams = new Set([
  'capture_method',
  'description',
  'metadata',
  'statement_descriptor_suffix',
  'transfer_group',
])

export function createSession(sandbox: Sandbox, params: Params): Stripe.Checkout.Session {
  const { clock, store } = sandbox
  const created = clock.now()
  const id = newId('cs_test')
  checkServed(params)
  refuseWithGaps(sandbox, ['business_name', 'cards'])
  const lines = (params.line_items ?? []).map((line, position) =>
    newLineItem(line, position, created),
  )
  const total = checkTotal(lines)
  if (!params.success_url) throw missingParameter('success_url')
  const successUrl = checkWebAddress('success_url', params.success_url)
  const cancelUrl = params.cancel_url ? checkWebAddress('cancel_url', params.cancel_url) : null
  store.insert(
    'checkout.order',
    {
      id: checkoutOrderId(id),
      lines,
      productDescriptions: productDescriptions(params, lines),
      payment: {
        captureMethod: checkCaptureMethod(params.payment_intent_data?.capture_method),
        description: params.payment_intent_data?.description ?? null,
        metadata: storedMetadata(params.payment_intent_data?.metadata),
        transferGroup: params.payment_intent_data?.transfer_group ?? null,
        statementDescriptorSuffix: params.payment_intent_data?.statement_descriptor_suffix ?? null,
      },
      waitingCard: null,
    },
    { created },
  )
  return store.insert(
    'checkout.session',
    {
      ...emptySession,
      id,
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      amount_subtotal: total,
      amount_total: total,
      cancel_url: cancelUrl,
      client_reference_id: params.client_reference_id ?? null,
      created,
      customer_email: checkEmail('customer_email', params.customer_email) ?? null,
      expires_at: checkExpiry(params.expires_at, created),
      locale: params.locale ?? null,
      metadata: storedMetadata(params.metadata),
      origin_context: params.origin_context ?? null,
      submit_type: params.submit_type ?? null,
      success_url: successUrl,
      url: `${sandbox.publicUrl}/c/pay/${id}`,
    },
    { created },
  )
}

function productDescriptions(params: Params, lines: LineItem[]): Record<string, string> {
  const described = lines.map(({ id }, position): [string, string | undefined] => [
    id,
    params.line_items?.[position]?.price_data?.product_data?.description,
  ])
  return Object.fromEntries(
    described.filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function checkServed(params: Params): void {
  for (const name of Object.keys(params)) {
    if (!servedParams.has(name)) throw notServed(name, name)
  }
  for (const name of Object.keys(params.payment_intent_data ?? {})) {
    if (!servedPaymentParams.has(name)) throw notServed(name, `payment_intent_data[${name}]`)
  }
  if (!params.mode) throw missingParameter('mode')
  if (params.mode !== 'payment') throw notServed(`mode ${params.mode}`, 'mode')
  if (params.ui_mode && params.ui_mode !== 'hosted_page') {
    throw notServed(`ui_mode ${params.ui_mode}`, 'ui_mode')
  }
  if (params.currency && params.currency !== currency) {
    throw notServed('currencies other than gbp', 'currency')
  }
  const types = params.allowed_payment_method_types
  if (types && !types.includes('card')) {
    throw notServed('payments without cards', 'allowed_payment_method_types')
  }
}

function checkCaptureMethod(method = 'automatic_async'): 'automatic' | 'automatic_async' {
  if (method === 'automatic' || method === 'automatic_async') return method
  throw notServed(`capture_method ${method}`, 'payment_intent_data[capture_method]')
}

function checkTotal(lines: LineItem[]): number {
  if (lines.length === 0) throw missingParameter('line_items')
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  if (total < minTotalPence) {
    throw invalidParameter(
      `The Checkout Session's total amount due must add up to at least ${formatPounds(minTotalPence)} gbp.`,
      { code: 'amount_too_small' },
    )
  }
  if (total > maxTotalPence) {
    throw invalidParameter(
      `The Checkout Session's total amount must be no more than ${formatPounds(maxTotalPence)}.`,
      { code: 'amount_too_large' },
    )
  }
  return total
}

function checkExpiry(expiresAt: number | undefined, now: number): number {
  if (expiresAt === undefined) return now + maxLifeSeconds
  const param = 'expires_at'
  if (expiresAt < now + minLifeSeconds) {
    throw invalidParameter(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param },
    )
  }
  if (expiresAt > now + maxLifeSeconds) {
    throw invalidParameter(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param },
    )
  }
  return expiresAt
}

type FilledIn =
  | 'id'
  | 'allowed_payment_method_types'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'customer_email'
  | 'expires_at'
  | 'locale'
  | 'metadata'
  | 'origin_context'
  | 'submit_type'
  | 'success_url'
  | 'url'

const emptySession: Omit<Stripe.Checkout.Session, FilledIn> = {
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  customer_details: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  mode: 'payment',
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
}
