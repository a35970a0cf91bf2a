// The provider's API: every request is checked, run in one transaction, and answered word for word.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Mishap } from '../control/chaos.ts'
import type { Keyring } from '../keyring.ts'
import type { Cause, Sandbox } from '../sandbox.ts'
import { inTransaction } from '../storage/database.ts'
import { newId } from '../storage/ids.ts'
import { passTime } from '../pass-time.ts'
import { errorAnswer, type ApiAnswer } from './api-answer.ts'
import { findCaller, ownerOf, unknownCaller } from './caller.ts'
import { keyInUse, runOnce } from './idempotency.ts'
import { findOperation } from './operations.ts'
import { StripeFailure } from './stripe-failure.ts'

export function serveApi(app: FastifyInstance, keyring: Keyring): void {
  app.register((api, _options, done) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    api.all('/v1/*', (request, reply) => answerRequest(keyring, request, reply))
    api.all('/v2/*', (request, reply) => answerRequest(keyring, request, reply))
    done()
  })
}

function answerRequest(
  keyring: Keyring,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const apiRequest = readRequest(request)
  const sandbox = findCaller(keyring, request.headers)
  if (!sandbox) return refuseCaller(keyring.configured, apiRequest, reply)
  const { path, key } = apiRequest
  const { keysInUse } = sandbox
  const mishap = sandbox.chaos.take(path)
  const answer =
    key !== null && keysInUse.has(key)
      ? { ...errorAnswer(keyInUse(key), apiRequest.requestId), shouldRetry: true }
      : answerOrRefuse(sandbox, apiRequest, mishap)
  log(sandbox, apiRequest, answer, mishap)
  if (mishap === 'hang' && key !== null) {
    keysInUse.add(key)
    reply.raw.on('close', () => keysInUse.delete(key))
  }
  return send(sandbox, reply, apiRequest, answer, mishap)
}

// It stands in the configured key's log, where a developer who mistyped the key looks.
function refuseCaller(
  configured: Sandbox,
  apiRequest: ApiRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = errorAnswer(unknownCaller(apiRequest.headers), apiRequest.requestId)
  log(configured, apiRequest, answer, undefined)
  return send(configured, reply, apiRequest, answer, undefined)
}

interface ApiRequest {
  requestId: string
  method: string
  path: string
  /** Query or body, whichever carries the parameters. */
  encoded: string
  /** The idempotency key; only writing requests have one. */
  key: string | null
  headers: FastifyRequest['headers']
}

function readRequest(request: FastifyRequest): ApiRequest {
  const [path = '', ...query] = request.url.split('?')
  const key = request.headers['idempotency-key']
  const isWrite = request.method !== 'GET'
  return {
    requestId: newId('req'),
    method: request.method,
    path,
    encoded: isWrite && typeof request.body === 'string' ? request.body : query.join('?'),
    key: isWrite && typeof key === 'string' ? key : null,
    headers: request.headers,
  }
}

function answerOrRefuse(
  sandbox: Sandbox,
  request: ApiRequest,
  mishap: Mishap | undefined,
): ApiAnswer {
  try {
    if (mishap === '429') throw tooManyRequests()
    inTransaction(sandbox.db, () => passTime(sandbox))
    return runOperation(sandbox, request, mishap)
  } catch (error) {
    if (error instanceof StripeFailure) return errorAnswer(error, request.requestId)
    console.error(`${request.method} ${request.path} failed:`, error)
    return errorAnswer(somethingWentWrong(), request.requestId)
  }
}

function runOperation(
  sandbox: Sandbox,
  request: ApiRequest,
  mishap: Mishap | undefined,
): ApiAnswer {
  const { method, path, encoded, key, requestId } = request
  const matched = sandbox.contract.match(method, path)
  const operation = matched && findOperation(matched.operation.name)
  if (!operation) {
    throw new StripeFailure(`Unrecognized request URL (${method}: ${path}).`, {
      status: 404,
      begun: false,
    })
  }
  const cause: Cause = { requestId, idempotencyKey: key }
  const owner = ownerOf(sandbox, method, request.headers)
  const run = operation.prepare(sandbox.contract, { matched, encoded, owner, cause })
  const work = () => run(sandbox)
  const failure = keptFailure(mishap, requestId)
  if (key !== null) {
    return runOnce(sandbox, { key, method, path, encoded, requestId, ...failure }, work)
  }
  if (failure) return failure.failure.answer
  return { status: 200, body: JSON.stringify(inTransaction(sandbox.db, work)) }
}

function keptFailure(mishap: Mishap | undefined, requestId: string) {
  if (mishap !== 'stored-500' && mishap !== 'done-stored-500') return null
  const answer = errorAnswer(somethingWentWrong(), requestId)
  return { failure: { answer, isDone: mishap === 'done-stored-500' } }
}

function tooManyRequests(): StripeFailure {
  return new StripeFailure(
    'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
    { status: 429, details: { code: 'rate_limit' }, begun: false },
  )
}

function somethingWentWrong(): StripeFailure {
  return new StripeFailure('An unknown error occurred.', {
    status: 500,
    type: 'api_error',
    begun: false,
  })
}

function log(
  sandbox: Sandbox,
  { requestId, method, path, key }: ApiRequest,
  answer: ApiAnswer,
  mishap: Mishap | undefined,
): void {
  const { error }: { error?: { code?: string; type: string } } = JSON.parse(answer.body)
  sandbox.requestLog.add({
    requestId,
    at: new Date(sandbox.clock.nowMs()).toISOString(),
    method,
    path,
    status: answer.status,
    idempotencyKey: key,
    isReplayed: answer.isReplayed === true,
    errorCode: error ? (error.code ?? error.type) : null,
    mishap: mishap ?? null,
  })
}

function send(
  { contract }: Sandbox,
  reply: FastifyReply,
  { requestId, key }: ApiRequest,
  answer: ApiAnswer,
  mishap: Mishap | undefined,
): FastifyReply {
  const { raw } = reply
  if (mishap === 'hang') return reply.hijack()
  if (mishap === 'reset') {
    raw.socket?.resetAndDestroy()
    return reply.hijack()
  }
  if (mishap === 'cut') {
    raw.writeHead(answer.status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer.body),
    })
    raw.write(answer.body.slice(0, 6), () => raw.socket?.destroy())
    return reply.hijack()
  }
  const sent = mishap === '500' ? errorAnswer(somethingWentWrong(), requestId) : answer
  void reply
    .code(sent.status)
    .header('content-type', 'application/json')
    .header('cache-control', 'no-store')
    .header('request-id', requestId)
    .header('stripe-version', contract.apiVersion)
  if (key !== null) void reply.header('idempotency-key', key)
  if (sent.isReplayed) void reply.header('idempotent-replayed', 'true')
  if (sent.originalRequest) void reply.header('original-request', sent.originalRequest)
  const { shouldRetry } = sent
  if (shouldRetry !== undefined) void reply.header('stripe-should-retry', String(shouldRetry))
  return reply.send(sent.body)
}
