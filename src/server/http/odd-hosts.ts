// A request that names no host one could answer under: addresses are made of it.

import type { FastifyInstance } from 'fastify'
import { Refusal } from '#rules/refusal.ts'

export function refuseOddHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!URL.canParse(`http://${request.host}/`)) throw new Refusal('bad_host')
  })
}
