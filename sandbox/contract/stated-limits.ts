// Limits that the provider's documentation states but its types do not.
import type { ContractOperation, JsonSchema } from './json-schema.ts'

const maxAmountPence = 99_999_999
const currency = { pattern: '^[a-z]{3}$' }
const amountPence = { minimum: 1, maximum: maxAmountPence }

const longEvidence = { maxLength: 20_000 }

/** Operation, path of properties (`[]` steps into an array), and what to add there. */
type Limit = [operation: string, path: string[], limit: JsonSchema]

const limits: Limit[] = [
  ['Checkout/Sessions.create', ['line_items'], { maxItems: 100 }],
  [
    'Checkout/Sessions.create',
    ['line_items', '[]', 'price_data', 'unit_amount'],
    { minimum: 0, maximum: maxAmountPence },
  ],
  ['Checkout/Sessions.create', ['line_items', '[]', 'price_data', 'currency'], currency],
  ['Checkout/Sessions.create', ['client_reference_id'], { maxLength: 200 }],
  [
    'Checkout/Sessions.create',
    ['payment_intent_data', 'statement_descriptor_suffix'],
    { maxLength: 22 },
  ],
  ['Transfers.create', ['amount'], amountPence],
  ['Transfers.create', ['currency'], currency],
  ['Transfers.createReversal', ['amount'], amountPence],
  ['Refunds.create', ['amount'], amountPence],
  ...[
    'access_activity_log',
    'cancellation_policy_disclosure',
    'cancellation_rebuttal',
    'duplicate_charge_explanation',
    'product_description',
    'refund_policy_disclosure',
    'refund_refusal_explanation',
    'uncategorized_text',
  ].map((field): Limit => ['Disputes.update', ['evidence', field], longEvidence]),
]

const listLimit = { minimum: 1, maximum: 100 }

export function addStatedLimits(operations: ContractOperation[]): void {
  for (const [name, path, limit] of limits) {
    const operation = operations.find((candidate) => candidate.name === name)
    const target = operation && path.reduce<JsonSchema | undefined>(stepInto, operation.request)
    if (!target) throw new Error(`No place for the limit ${name} ${path.join('.')}.`)
    Object.assign(target, limit)
  }
  for (const { request } of operations) {
    if (request.properties?.['limit']) Object.assign(request.properties['limit'], listLimit)
  }
}

function stepInto(schema: JsonSchema | undefined, step: string): JsonSchema | undefined {
  return step === '[]' ? schema?.items : schema?.properties?.[step]
}
