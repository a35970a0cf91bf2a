// Converts every thrown error to a response.

import type { FastifyInstance, FastifyReply } from 'fastify'
import { unexpectedErrorMessage, invalidInputMessage } from '#rules/errors/general-messages.ts'
import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import { Busy } from '#server/db/call-queue.ts'
import { openCountedLog } from './counted-log.ts'
import { InvalidInput } from './input.ts'

/** `error` repeats `message`: callers of the specification's paths read either. */
export function refusalBody(code: string, message: string) {
  return { code, message, error: message }
}

/** The `retry-after` header of 503 responses. */
export const retryAfterSeconds = '5'

export function handleErrors(app: FastifyInstance): void {
  const log = openCountedLog()
  app.setErrorHandler((error, request, reply) => {
    // Headers set for the intended response do not apply to the error response.
    for (const name of ['etag', 'accept-ranges', 'content-length']) reply.removeHeader(name)
    reply.header('cache-control', 'no-store')
    if (isOverload(error)) {
      log('overload', (count) => request.log.warn({ err: error, count }, 'overload'))
      return sendUnavailable(reply)
    }
    if (error instanceof Refusal) {
      // Not caused by the visitor: the operator has to find it in the log.
      if (error.status >= 500) request.log.error({ err: error.cause ?? error }, error.code)
      const waitSeconds =
        error.retryAfterSeconds ?? (error.status === 503 ? retryAfterSeconds : undefined)
      if (waitSeconds !== undefined) reply.header('retry-after', String(waitSeconds))
      const { issues } = error
      const body = refusalBody(error.code, error.message)
      return reply.code(error.status).send(issues ? { ...body, issues } : body)
    }
    if (error instanceof InvalidInput) {
      const { issues } = error
      return reply.code(400).send({ ...refusalBody('invalid_input', invalidInputMessage), issues })
    }
    const fastifyRefusal = refusalForFastifyError(error)
    if (fastifyRefusal) {
      const refusal = new Refusal(fastifyRefusal)
      return reply.code(refusal.status).send(refusalBody(refusal.code, refusal.message))
    }
    const status = statusOf(error)
    if (status !== null && status < 500) {
      return reply.code(status).send(refusalBody('bad_request', messageOf(error)))
    }
    const problem = databaseProblem(error)
    if (problem !== null) {
      // Every request has it, for as long as the database is away.
      log(problem, (count) =>
        request.log.error({ err: error, count }, 'the database is unavailable'),
      )
      return sendUnavailable(reply)
    }
    request.log.error({ err: error }, 'fault')
    return reply
      .code(500)
      .send({ ...refusalBody('fault', unexpectedErrorMessage), requestId: request.id })
  })

  app.setNotFoundHandler((_request, reply) => {
    const refusal = new Refusal('not_found')
    return reply.code(404).send(refusalBody(refusal.code, refusal.message))
  })
}

function sendUnavailable(reply: FastifyReply): FastifyReply {
  const { status, code, message } = new Refusal('unavailable')
  reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send(refusalBody(code, message))
}

function isOverload(error: unknown): boolean {
  return error instanceof Error && (error instanceof Busy || isOverload(error.cause))
}

function refusalForFastifyError(error: unknown): RefusalCode | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'payload_too_large' : null
}

function statusOf(error: unknown): number | null {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : null
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : unexpectedErrorMessage
}

/**
 * PostgreSQL's classes for a lost or refused connection, a full server and one that closes, its time limits on a
 * statement, a lock and an idle transaction, and the error codes of the network.
 */
const unavailableCodes =
  /^(08|53|57P|57014|55P03|25P03|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|AI_AGAIN))|^ENOTFOUND$/
/** Messages of `pg` errors that have no code. */
const unavailableMessages =
  /^(Connection terminated|timeout e|Query read timeout|Client (was closed|has encountered a connection error))/

/** The code or the message that says so; null for any other error. */
function databaseProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (unavailableCodes.test(code)) return code
  return unavailableMessages.test(error.message) ? error.message : databaseProblem(error.cause)
}
