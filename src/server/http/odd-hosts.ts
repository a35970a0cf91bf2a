// Refuses a request with an invalid host, because URLs are built from it.

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import { healthPaths } from './health.ts'

/** Host names of this machine that only it can reach. */
export const localHostnames = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

export function refuseOddHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // A supervisor need not send a host, and no URL is built from it.
    if (healthPaths.has(request.routeOptions.url ?? '')) return
    if (!URL.canParse(`http://${request.host}/`)) throw new Refusal('bad_host')
  })
}
