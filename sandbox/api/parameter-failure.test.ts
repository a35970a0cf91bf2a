import { expect, test } from 'vitest'
import { testContract } from '../test-support/test-sandbox.ts'
import { parameterFailure } from './parameter-failure.ts'

const contract = await testContract()

function refusalOf(method: string, path: string, encoded: string): unknown {
  const matched = contract.match(method, path)
  if (!matched) throw new Error(`No operation at ${path}.`)
  const params = contract.decodeParams(matched.operation, encoded)
  if (contract.acceptsParams(matched.operation, params)) return 'accepted'
  const errors = contract.paramsErrors(matched.operation, params)
  const failure = parameterFailure(matched.operation, errors, params)
  return [failure.details.code, failure.details.param]
}

const transfers = '/v1/transfers'
const sessions = '/v1/checkout/sessions'
const accounts = '/v2/core/accounts'
const links = '/v2/core/account_links'

test.each([
  [transfers, 'amount=1&currency=gbp&destination=acct_1', 'accepted'],
  [transfers, 'amount=1&currency=gbp&destination=acct_1&bogus=1', ['parameter_unknown', 'bogus']],
  [transfers, 'amount=1.5&currency=gbp&destination=a', ['parameter_invalid_integer', 'amount']],
  [transfers, 'amount=0&currency=gbp&destination=a', ['parameter_invalid_integer', 'amount']],
  [
    transfers,
    'amount=100000000&currency=gbp&destination=a',
    ['parameter_invalid_integer', 'amount'],
  ],
  [transfers, 'amount=&currency=gbp&destination=a', ['parameter_invalid_empty', 'amount']],
  [transfers, 'amount=1&currency=gbp', ['parameter_missing', 'destination']],
  [transfers, 'amount=1&currency=GBP&destination=a', [undefined, 'currency']],
  [
    transfers,
    `amount=1&currency=gbp&destination=a&metadata[k]=${'x'.repeat(501)}`,
    [undefined, 'metadata[k]'],
  ],
  [
    sessions,
    'mode=payment&line_items[0][price_data][currency]=gbp&line_items[0][quantity]=1',
    'accepted',
  ],
  [sessions, 'mode=pay', [undefined, 'mode']],
  [sessions, 'payment_method_types[0]=card', ['parameter_unknown', 'payment_method_types']],
  [
    sessions,
    'line_items[0][price_data][unit_amount]=1',
    ['parameter_missing', 'line_items[0][price_data][currency]'],
  ],
  [sessions, 'line_items[0][bogus]=1', ['parameter_unknown', 'line_items[0][bogus]']],
  [sessions, '__proto__[x]=1', ['parameter_unknown', '__proto__']],
  [accounts, '{"dashboard":"express","identity":{"country":"gb"}}', 'accepted'],
  [accounts, '{"type":"express"}', ['parameter_unknown', 'type']],
  [accounts, '{"identity":{"bogus":1}}', ['parameter_unknown', 'identity.bogus']],
  [accounts, '{not json', [undefined, undefined]],
  [
    links,
    '{"account":"a","use_case":{"type":"account_onboarding","account_onboarding":{"refresh_url":"http://x","configurations":["recipient"]}}}',
    ['parameter_unknown', 'use_case.account_onboarding.configurations'],
  ],
])('a request to %s with %s', (path, encoded, expected) => {
  expect(refusalOf('POST', path, encoded)).toEqual(expected)
})
