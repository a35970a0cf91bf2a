// What each call may refuse, by HTTP status: for the API's document.

import type { Endpoint } from '#contracts/endpoint.ts'
import { refusalStatus, type RefusalCode } from '#rules/refusal.ts'

/** The body of every refusal. */
export const refusalSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'What was refused: stable, for programs.' },
    message: { type: 'string', description: 'The same in words, for people.' },
    error: { type: 'string', description: 'The message again.' },
    issues: {
      type: 'array',
      description: 'With `invalid_input`: what is wrong, field by field.',
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

export function refusalsByStatus(endpoint: Endpoint): Record<string, object> {
  const codes: [number, string][] = [
    ...notOfTheTable(endpoint),
    ...refusalsOf(endpoint).map((code): [number, string] => [refusalStatus(code), code]),
  ]
  return Object.fromEntries(
    [...Map.groupBy(codes, ([status]) => status)].map(([status, same]) => [
      status,
      answer(same.map(([, code]) => code)),
    ]),
  )
}

/** In the order in which a call meets them. */
function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { by, method, refusals } = endpoint
  const codes: RefusalCode[] = ['bad_host']
  if (method === 'POST') codes.push('payload_too_large')
  if (method !== 'GET') codes.push('foreign_origin')
  if (by !== 'anyone') codes.push('login_required', 'banned')
  if (by === 'artist' || by === 'admin') codes.push('not_allowed')
  return [...new Set<RefusalCode>([...codes, ...refusals, 'unavailable'])]
}

/** Said by http/errors.ts itself: a body nobody can read, fields that break the contract, and a fault. */
function notOfTheTable({ method }: Endpoint): [number, string][] {
  return [
    ...(method === 'GET' ? [] : ([[400, 'bad_request']] as [number, string][])),
    [400, 'invalid_input'],
    [500, 'fault'],
  ]
}

function answer(codes: string[]): object {
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Refusal' },
      { type: 'object', properties: { code: { enum: codes } } },
    ],
  }
  return { description: codes.join(', '), content: { 'application/json': { schema } } }
}
