// Log serializers for requests and errors. They omit cookies, secrets in URLs, and personal data.

import type { FastifyRequest } from 'fastify'

export const requestLog = {
  redact: ['req.headers.cookie', 'req.headers.authorization'],
  serializers: {
    req: ({ method, url, host, ip }: FastifyRequest) => ({
      method,
      url: withoutSecrets(method, url),
      host,
      remoteAddress: ip,
    }),
    err: (error: unknown) => describe(error),
  },
}

/** Clients send form values in the body. Values in the URL of a write are hidden: they may be passwords. */
function withoutSecrets(method: string, url: string): string {
  const isRead = method === 'GET' || method === 'HEAD'
  const hidden = isRead ? [secrets, emails, adminSearches] : [writtenValues]
  return hidden.reduce((shown, values) => shown.replaceAll(values, 'hidden'), url)
}

const writtenValues = /(?<=[?&](?!path=)[^&=]*=)[^&]*/g
/** Also encoded, in the path to return to after a login: 'next=%2Freset-password%3Ftoken%3D…'. */
const secrets = /(?<=(?:[?&]|%(?:25)*(?:3F|26))(?:secret|password|token)(?:=|%(?:25)*3D))[^&]*/gi
const emails = /(?<=[?&][^&=]*=)[^&]*(?:@|%40)[^&]*/g
/** An admin looks for users by their names. */
const adminSearches = /(?<=^\/(?:api\/proxy\/)?admin\/[^?]*\?(?:.*&)?query=)[^&]*/g

type LoggedError = { type: string; message: string; stack: string; [field: string]: unknown }

/** Omits the other fields of an error: PostgreSQL's `detail` contains the row, with its email. */
function describe(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const causeField = cause === undefined ? {} : { cause: describe(cause) }
  return {
    type: name,
    message: withoutEmails(message),
    stack: withoutEmails(stack),
    ...code,
    ...causeField,
  }
}

/** Mail servers include the refused recipient in their messages. */
function withoutEmails(text: string): string {
  return text.replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '(an email)')
}
