// The refusals of an operation, by status, in the API's document.

import { refusalsOf } from '#contracts/endpoint.ts'
import { invalidInputMessage, unexpectedErrorMessage } from '#rules/errors/general-messages.ts'
import { refusalMessage, refusalStatus } from '#rules/errors/refusal.ts'
import { refusalBody } from './errors.ts'

type ErrorResponse = { status: number; code: string; message: string }

/** An operation of another protocol has no input with fields. */
type Documented = Parameters<typeof refusalsOf>[0] & { input?: unknown }

export function refusalsByStatus(endpoint: Documented): Record<string, object> {
  const refusals = refusalsOf(endpoint).map((code) => ({
    status: refusalStatus(code),
    code,
    message: refusalMessage(code),
  }))
  const byStatus = Map.groupBy([...generalErrors(endpoint), ...refusals], ({ status }) => status)
  return Object.fromEntries([...byStatus].map(([status, same]) => [status, response(same)]))
}

/** Sent by http/errors.ts itself: an unreadable body, fields that violate the contract, and an unexpected error. */
function generalErrors({ method, input }: Pick<Documented, 'method' | 'input'>): ErrorResponse[] {
  const badRequest = { status: 400, code: 'bad_request', message: refusalMessage('bad_request') }
  const invalidInput = { status: 400, code: 'invalid_input', message: invalidInputMessage }
  return [
    ...(method === 'GET' ? [] : [badRequest]),
    ...(input === undefined ? [] : [invalidInput]),
    { status: 500, code: 'fault', message: unexpectedErrorMessage },
  ]
}

/** Each code with its message as an example. */
function response(errors: ErrorResponse[]): object {
  const codes = errors.map(({ code }) => code)
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Refusal' },
      { type: 'object', properties: { code: { enum: codes } } },
    ],
  }
  const examples = Object.fromEntries(
    errors.map(({ code, message }) => [
      code,
      { summary: message, value: refusalBody(code, message) },
    ]),
  )
  return { description: codes.join(', '), content: { 'application/json': { schema, examples } } }
}

/** The body of every refusal. */
export const refusalSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'What was refused: stable, for programs.' },
    message: { type: 'string', description: 'The same in words, for people.' },
    error: { type: 'string', description: 'The message again.' },
    issues: {
      type: 'array',
      description:
        'What is wrong, field by field: with `invalid_input`, and when several fields are taken.',
      items: {
        type: 'object',
        properties: {
          path: { type: 'array', items: { type: ['string', 'integer'] } },
          message: { type: 'string' },
        },
        required: ['path', 'message'],
      },
    },
    requestId: { type: 'string', description: 'With `fault`: how the log names this request.' },
  },
  required: ['code', 'message', 'error'],
}
