// The provider's API over HTTP: checks each request, runs its operation in one transaction, logs it and responds.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../state/fault-injection.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Cause, Sandbox } from '../state/sandbox.ts'
import { inTransaction } from '../storage/database.ts'
import { newId } from '../storage/ids.ts'
import { applyDueChanges } from './due-changes.ts'
import { errorResponse, type ApiResponse } from './api-response.ts'
import { findCaller, ownerOf, unknownCaller } from '../keys/caller.ts'
import { expandPath } from './expand.ts'
import { keyInUse, runOnce } from './idempotency.ts'
import { encodeMultipart } from './multipart.ts'
import { findOperation } from './operations.ts'
import { StripeFailure } from '../api/stripe-failure.ts'

/** More than the provider takes of a file, so that the operation refuses what is too large. */
const maxFormBytes = 16 * 1024 * 1024

export function serveApi(app: FastifyInstance, keyring: Keyring): void {
  app.register((api, _options, done) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    api.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: maxFormBytes },
      ({ headers }: FastifyRequest, body: Buffer) =>
        encodeMultipart(headers['content-type'] ?? '', body),
    )
    api.all('/v1/*', (request, reply) => handleRequest(keyring, request, reply))
    api.all('/v2/*', (request, reply) => handleRequest(keyring, request, reply))
    done()
  })
}

function handleRequest(
  keyring: Keyring,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const apiRequest = readRequest(request)
  const sandbox = findCaller(keyring, request.headers)
  if (!sandbox) return refuseCaller(keyring.configured, apiRequest, reply)
  const { path, key } = apiRequest
  const { keysInUse } = sandbox
  const fault = sandbox.faults.take(path) ?? sandbox.disorder?.nextFault()
  const response =
    key !== null && keysInUse.has(key)
      ? { ...errorResponse(keyInUse(key), apiRequest.requestId), shouldRetry: true }
      : runOrRefuse(sandbox, apiRequest, fault)
  log(sandbox, apiRequest, response, fault)
  if (fault === 'hang' && key !== null) {
    keysInUse.add(key)
    reply.raw.on('close', () => keysInUse.delete(key))
  }
  return send(sandbox, reply, apiRequest, response, fault)
}

// Logged under the configured key, so that a developer who mistyped the key finds the request.
function refuseCaller(
  configured: Sandbox,
  apiRequest: ApiRequest,
  reply: FastifyReply,
): FastifyReply {
  const response = errorResponse(unknownCaller(apiRequest.headers), apiRequest.requestId)
  log(configured, apiRequest, response, undefined)
  return send(configured, reply, apiRequest, response, undefined)
}

interface ApiRequest {
  requestId: string
  method: string
  path: string
  /** The query of a reading request, the body of a writing one. */
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

function runOrRefuse(sandbox: Sandbox, request: ApiRequest, fault: Fault | undefined): ApiResponse {
  try {
    if (fault === '429') throw tooManyRequests()
    inTransaction(sandbox.db, () => applyDueChanges(sandbox))
    return runOperation(sandbox, request, fault)
  } catch (error) {
    if (error instanceof StripeFailure) return errorResponse(error, request.requestId)
    console.error(`${request.method} ${request.path} failed:`, error)
    return errorResponse(somethingWentWrong(), request.requestId)
  }
}

function runOperation(
  sandbox: Sandbox,
  request: ApiRequest,
  fault: Fault | undefined,
): ApiResponse {
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
  const owner = ownerOf(sandbox, request.headers, method === 'GET' || operation.forAccounts)
  const prepared = operation.prepare(sandbox.contract, { matched, encoded, owner, cause })
  const work = () =>
    prepared.expand.reduce(
      (object, property) => expandPath(sandbox, owner, object, property),
      prepared.run(sandbox),
    )
  const failure = storedFailure(fault, requestId)
  if (key !== null) {
    return runOnce(sandbox, { key, method, path, encoded, requestId, ...failure }, work)
  }
  if (failure) return failure.failure.response
  return { status: 200, body: JSON.stringify(inTransaction(sandbox.db, work)) }
}

function storedFailure(fault: Fault | undefined, requestId: string) {
  if (fault !== 'stored-500' && fault !== 'done-stored-500') return null
  const response = errorResponse(somethingWentWrong(), requestId)
  return { failure: { response, isDone: fault === 'done-stored-500' } }
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
  response: ApiResponse,
  fault: Fault | undefined,
): void {
  const error = errorOf(response)
  sandbox.requestLog.add({
    requestId,
    at: new Date(sandbox.clock.nowMs()).toISOString(),
    method,
    path,
    status: response.status,
    idempotencyKey: key,
    isReplayed: response.isReplayed === true,
    errorCode: error ? (error.code ?? error.type) : null,
    fault: fault ?? null,
  })
}

/** A list is long: only what is an error is read again. */
function errorOf({ status, body }: ApiResponse): { code?: string; type: string } | undefined {
  if (status < 400) return undefined
  const { error }: { error?: { code?: string; type: string } } = JSON.parse(body)
  return error
}

function send(
  { contract }: Sandbox,
  reply: FastifyReply,
  { requestId, key }: ApiRequest,
  response: ApiResponse,
  fault: Fault | undefined,
): FastifyReply {
  const { raw } = reply
  if (fault === 'hang') return reply.hijack()
  if (fault === 'reset') {
    raw.socket?.resetAndDestroy()
    return reply.hijack()
  }
  if (fault === 'cut') {
    raw.writeHead(response.status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(response.body),
    })
    raw.write(response.body.slice(0, 6), () => raw.socket?.destroy())
    return reply.hijack()
  }
  const sent = fault === '500' ? errorResponse(somethingWentWrong(), requestId) : response
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
