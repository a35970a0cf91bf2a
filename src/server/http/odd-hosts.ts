// A request that names no host one could answer under: addresses are made of it.

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#rules/refusal.ts'
import { healthPaths } from './health.ts'

export function refuseOddHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // A supervisor need not name one, and no address is made of it.
    if (healthPaths.has(request.routeOptions.url ?? '')) return
    if (!URL.canParse(`http://${request.host}/`)) throw new Refusal('bad_host')
  })
}
