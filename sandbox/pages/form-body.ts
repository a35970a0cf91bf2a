// Reads the forms of hosted pages.
import type { FastifyInstance, FastifyRequest } from 'fastify'

const maxFormBytes = 16 * 1024

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
  )
}

/** '' for what was not sent. */
export function formValue(request: FastifyRequest, name: string): string {
  return request.body instanceof URLSearchParams ? (request.body.get(name) ?? '') : ''
}
