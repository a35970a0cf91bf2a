// Calls better-auth's routes, which are not mounted, on behalf of a request.

import type { FastifyRequest } from 'fastify'
import type { Auth } from './auth.ts'

/** With the request's cookies that `isSent` picks, its address and device; a refusal is a response, an unexpected error is thrown. */
export function callAuth(
  auth: Pick<Auth, 'handler' | 'options'>,
  request: FastifyRequest,
  path: string,
  body: object,
  isSent: (cookie: string) => boolean = () => true,
): Promise<Response> {
  const { baseURL, basePath } = auth.options
  const headers = new Headers({
    'content-type': 'application/json',
    // Stored with the session.
    'x-client-ip': request.ip,
    origin: baseURL,
  })
  const cookies = (request.headers.cookie ?? '').split('; ').filter(isSent)
  headers.set('cookie', cookies.join('; '))
  if (request.headers['user-agent']) headers.set('user-agent', request.headers['user-agent'])
  return auth.handler(
    new Request(`${baseURL}${basePath}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }),
  )
}

/** @throws Error for a response that no rule expects */
export async function expectOk(response: Response, what: string): Promise<void> {
  if (!response.ok) throw new Error(`${what} failed: ${response.status} ${await response.text()}`)
}
