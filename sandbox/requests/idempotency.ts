// Idempotency keys: the response to a request whose operation began is stored and replayed for a day.
import { createHash } from 'node:crypto'
import { inSavepoint, inTransaction } from '../storage/database.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { errorResponse, type ApiResponse } from './api-response.ts'
import { invalidParameter, StripeFailure } from '../api/stripe-failure.ts'

const maxKeyLength = 255
const keyLifeSeconds = 24 * 60 * 60

export interface KeyedRequest {
  key: string
  method: string
  path: string
  encoded: string
  requestId: string
  /** A planned fault: stored instead of the real response; with `isDone` the work is done as well. */
  failure?: { response: ApiResponse; isDone: boolean }
}

/**
 * Runs the work once per key. The second API stores only successes: there the client may send a
 * failed request again under the same key.
 * @throws StripeFailure when the key was used with other parameters, or when the operation did not begin
 */
export function runOnce(sandbox: Sandbox, request: KeyedRequest, work: () => object): ApiResponse {
  const { db, clock } = sandbox
  if (request.key.length > maxKeyLength) throw keyTooLong()
  return inTransaction(db, () => {
    const fingerprint = fingerprintOf(request)
    const stored = db.prepare('SELECT * FROM idempotency_keys WHERE key = ?').get(request.key)
    if (stored && stored['fingerprint'] !== fingerprint) throw otherParameters(request)
    if (stored) {
      const response = { status: Number(stored['status']), body: String(stored['body']) }
      const originalRequest = String(stored['request_id'])
      return { ...storedResponse(response), isReplayed: true, originalRequest }
    }
    const response = attempt(sandbox, request, work)
    if (isStored(response, request)) {
      db.prepare('INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?)').run(
        request.key,
        fingerprint,
        response.status,
        response.body,
        clock.now(),
        request.requestId,
      )
      return storedResponse(response)
    }
    return response
  })
}

function isStored({ status }: ApiResponse, request: KeyedRequest): boolean {
  return status < 400 || isFirstApi(request)
}

/** A stored failure is replayed every time, so the provider tells its clients not to retry. */
function storedResponse(response: ApiResponse): ApiResponse {
  return response.status < 500 ? response : { ...response, shouldRetry: false }
}

function isFirstApi({ path }: KeyedRequest): boolean {
  return !path.startsWith('/v2/')
}

function attempt({ db }: Sandbox, request: KeyedRequest, work: () => object): ApiResponse {
  const { requestId, failure } = request
  // The second API rolls a failed request back.
  if (failure && !(failure.isDone && isFirstApi(request))) return failure.response
  try {
    const body = JSON.stringify(inSavepoint(db, work))
    return failure?.response ?? { status: 200, body }
  } catch (error) {
    if (error instanceof StripeFailure && error.begun) return errorResponse(error, requestId)
    throw error
  }
}

export function deleteExpiredKeys({ db, clock }: Sandbox): void {
  db.prepare('DELETE FROM idempotency_keys WHERE created <= ?').run(clock.now() - keyLifeSeconds)
}

// The order of the parameters does not matter.
function fingerprintOf({ method, path, encoded }: KeyedRequest): string {
  const params = encoded.startsWith('{')
    ? JSON.stringify(inNameOrder(JSON.parse(encoded)))
    : [...new URLSearchParams(encoded)]
        .map((pair) => JSON.stringify(pair))
        .toSorted()
        .join()
  return createHash('sha256').update(`${method} ${path} ${params}`).digest('hex')
}

function inNameOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inNameOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, below]) => [name, inNameOrder(below)])
}

function otherParameters(request: KeyedRequest): StripeFailure {
  const { key } = request
  return new StripeFailure(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { status: isFirstApi(request) ? 400 : 409, type: 'idempotency_error', begun: false },
  )
}

function keyTooLong(): StripeFailure {
  return invalidParameter(`Idempotency keys are at most ${maxKeyLength} characters long.`, {})
}

export function keyInUse(key: string): StripeFailure {
  return new StripeFailure(
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    {
      status: 409,
      type: 'idempotency_error',
      details: { code: 'idempotency_key_in_use' },
      begun: false,
    },
  )
}
