// The result of a call, over HTTP or in-process: a value, or a refusal to show beside the button.

export type Issue = { path: (string | number)[]; message: string }

export type Refused = {
  ok: false
  /** The HTTP status; 0 when there was no response. */
  status: number
  code: string
  message: string
  issues?: Issue[]
  /** The id of an unexpected error in the server's log. */
  requestId?: string
}

export type Result<Value> = { ok: true; value: Value } | Refused

/** Reads an error body of any origin: a proxy in between may respond with its own body. */
export function asRefused(status: number, body: unknown, fallbackMessage: string): Refused {
  const refused: Refused = { ok: false, status, code: 'unknown', message: fallbackMessage }
  if (!isRecord(body)) return refused
  if (typeof body.code === 'string') refused.code = body.code
  if (typeof body.message === 'string') refused.message = body.message
  if (Array.isArray(body.issues)) refused.issues = body.issues.filter(isIssue)
  if (typeof body.requestId === 'string') refused.requestId = body.requestId
  return refused
}

function isIssue(value: unknown): value is Issue {
  return isRecord(value) && typeof value.message === 'string' && Array.isArray(value.path)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
