// Describes what is wrong with a request's parameters, in the provider's wording.
import type { ErrorObject } from 'ajv/dist/2020.js'
import {
  emptyParameter,
  invalidParameter,
  missingParameter,
  type StripeFailure,
} from './stripe-failure.ts'
import type { ContractOperation } from '../contract/json-schema.ts'

export function parameterFailure(
  operation: ContractOperation,
  errors: ErrorObject[],
  params: unknown,
): StripeFailure {
  const error = mostTelling(errors)
  if (!error || params === undefined) return invalidParameter('Invalid request body.', {})
  const steps = error.instancePath.split('/').slice(1).map(unescapeStep)
  const at = (...more: string[]) => parameterName(operation, [...steps, ...more])
  const value = steps.reduce(valueAt, params)
  if (error.keyword === 'additionalProperties') {
    const param = at(String(error.params['additionalProperty']))
    return invalidParameter(`Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    })
  }
  if (error.keyword === 'required') {
    return missingParameter(at(String(error.params['missingProperty'])))
  }
  const param = at()
  if (value === '') return emptyParameter(param)
  return invalidParameter(...wrongValue(error, value, param))
}

function wrongValue(
  error: ErrorObject,
  value: unknown,
  param: string,
): [message: string, { code?: string; param: string }] {
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  const limit = String(error.params['limit'])
  switch (error.keyword) {
    case 'type': {
      const type = String(error.params['type'])
      const code = type === 'integer' ? { code: 'parameter_invalid_integer' } : {}
      return [`Invalid ${type}: ${shown}`, { ...code, param }]
    }
    case 'minimum':
      return [
        `This value must be greater than or equal to ${limit}.`,
        { code: 'parameter_invalid_integer', param },
      ]
    case 'maximum':
      return [
        `This value must be less than or equal to ${limit}.`,
        { code: 'parameter_invalid_integer', param },
      ]
    case 'maxItems':
      return [`Array must have at most ${limit} items.`, { param }]
    case 'maxLength':
      return [`Invalid string: must be at most ${limit} characters`, { param }]
    case 'enum': {
      const allowed: unknown = error.params['allowedValues']
      const list = Array.isArray(allowed) ? allowed.join(', ') : ''
      return [`Invalid ${param}: must be one of ${list}`, { param }]
    }
    default:
      return [`Invalid ${param}: ${error.message ?? shown}`, { param }]
  }
}

// A value that matches none of several allowed shapes has errors for each of them; this picks the most useful one.
function mostTelling(errors: ErrorObject[]): ErrorObject | undefined {
  return errors.toSorted((a, b) => noiseOf(a) - noiseOf(b))[0]
}

function noiseOf(error: ErrorObject): number {
  if (error.keyword === 'additionalProperties') return 0
  if (error.keyword === 'required') return 1
  if (error.keyword === 'anyOf' || error.keyword === 'const') return 4
  return error.params['type'] === 'null' ? 3 : 2
}

// line_items[0][price_data] in the first API, configuration.recipient in the second
function parameterName(operation: ContractOperation, steps: string[]): string {
  if (operation.path.startsWith('/v2/')) return steps.join('.')
  return steps.map((step, position) => (position === 0 ? step : `[${step}]`)).join('')
}

function valueAt(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, step)?.value
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
