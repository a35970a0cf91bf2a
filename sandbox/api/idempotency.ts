// Idempotency keys: the answer to a request that began is kept and given again, for a day.
import { createHash } from 'node:crypto'
import { inSavepoint, inTransaction } from '../storage/database.ts'
import type { Sandbox } from '../sandbox.ts'
import { errorAnswer, type ApiAnswer } from './api-answer.ts'
import { invalidParameter, StripeFailure } from './stripe-failure.ts'

const longestKey = 255
const keptSeconds = 24 * 60 * 60

export interface KeyedRequest {
  key: string
  method: string
  path: string
  encoded: string
  requestId: string
  /** What the first answer is instead, stored like any other; with `isDone` the work is done all the same. */
  failure?: { answer: ApiAnswer; isDone: boolean }
}

/**
 * Runs the work once per key. The second API keeps only successes: there a failed request may be
 * tried again under its key.
 * @throws StripeFailure when the key was used with other parameters, and for requests that never began
 */
export function runOnce(sandbox: Sandbox, request: KeyedRequest, work: () => object): ApiAnswer {
  const { db, clock } = sandbox
  if (request.key.length > longestKey) throw keyTooLong()
  return inTransaction(db, () => {
    const fingerprint = fingerprintOf(request)
    const kept = db.prepare('SELECT * FROM idempotency_keys WHERE key = ?').get(request.key)
    if (kept && kept['fingerprint'] !== fingerprint) throw otherParameters(request)
    if (kept) {
      const answer = { status: Number(kept['status']), body: String(kept['body']) }
      const originalRequest = String(kept['request_id'])
      return { ...storedAnswer(answer), isReplayed: true, originalRequest }
    }
    const answer = attempt(sandbox, request, work)
    if (isStored(answer, request)) {
      db.prepare('INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?)').run(
        request.key,
        fingerprint,
        answer.status,
        answer.body,
        clock.now(),
        request.requestId,
      )
      return storedAnswer(answer)
    }
    return answer
  })
}

function isStored({ status }: ApiAnswer, request: KeyedRequest): boolean {
  return status < 400 || isFirstApi(request)
}

/** A stored failure comes again and again: the provider tells its clients not to ask. */
function storedAnswer(answer: ApiAnswer): ApiAnswer {
  return answer.status < 500 ? answer : { ...answer, shouldRetry: false }
}

function isFirstApi({ path }: KeyedRequest): boolean {
  return !path.startsWith('/v2/')
}

function attempt({ db }: Sandbox, request: KeyedRequest, work: () => object): ApiAnswer {
  const { requestId, failure } = request
  // The second API undoes what it calls failed.
  if (failure && !(failure.isDone && isFirstApi(request))) return failure.answer
  try {
    const body = JSON.stringify(inSavepoint(db, work))
    return failure?.answer ?? { status: 200, body }
  } catch (error) {
    if (error instanceof StripeFailure && error.begun) return errorAnswer(error, requestId)
    throw error
  }
}

export function forgetOldKeys({ db, clock }: Sandbox): void {
  db.prepare('DELETE FROM idempotency_keys WHERE created <= ?').run(clock.now() - keptSeconds)
}

// The order in which parameters come does not matter, only what they are.
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
  return invalidParameter(`Idempotency keys are at most ${longestKey} characters long.`, {})
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
