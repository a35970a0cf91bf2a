// The result of a call, over HTTP or in-process: a value, or a refusal to show beside the button.

import type { CommonRefusal, Endpoint, GeneralErrorCode } from '#contracts/endpoint.ts'
import type { RefusalCode } from '#rules/errors/refusal.ts'

export type Issue = { path: (string | number)[]; message: string }

/** `network`: no response. `unknown`: a response without a message. `foreign`: a response of another program. */
type ClientCode = 'network' | 'unknown' | 'foreign'

type GeneralCode = CommonRefusal | GeneralErrorCode | ClientCode

/** What is done depends on the code; the message is only shown. */
export type Refused<Code extends RefusalCode = RefusalCode> = {
  ok: false
  /** The HTTP status; 0 when there was no response. */
  status: number
  code: Code | GeneralCode
  message: string
  issues?: Issue[]
  /** The id of an unexpected error in the server's log. */
  requestId?: string
}

export type Result<Value, Code extends RefusalCode = RefusalCode> =
  | { ok: true; value: Value }
  | Refused<Code>

/** The refusals that an endpoint declares. */
export type CodeOf<Call extends Endpoint> = Call['refusals'][number]

/**
 * Reads an error body of any origin: a proxy in between may respond with its own body. The server proves in its tests
 * that an endpoint gives no refusal that it does not declare.
 */
export function asRefused<Code extends RefusalCode>(
  status: number,
  body: unknown,
  fallbackMessage: string,
): Refused<Code> {
  const refused: Refused<Code> = { ok: false, status, code: 'unknown', message: fallbackMessage }
  if (!isRecord(body)) return refused
  if (typeof body.message === 'string' && body.message !== '') {
    refused.message = body.message
    refused.code = 'foreign'
  }
  // Declared by the endpoint, see above.
  if (isCode(body.code)) refused.code = body.code as Code | GeneralCode
  if (Array.isArray(body.issues)) refused.issues = body.issues.filter(isIssue)
  if (typeof body.requestId === 'string') refused.requestId = body.requestId
  return refused
}

/** By its form: the catalogue of refusals would be in the script of every page. Codes of other programs are written otherwise. */
function isCode(code: unknown): boolean {
  return typeof code === 'string' && /^[a-z]+(_[a-z]+)*$/.test(code)
}

function isIssue(value: unknown): value is Issue {
  return isRecord(value) && typeof value.message === 'string' && Array.isArray(value.path)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
