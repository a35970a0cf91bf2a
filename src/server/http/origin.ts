// Refuses writes that another site sends with a visitor's cookie.

import type { FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'

export type RefuseForeignOrigin = (request: FastifyRequest) => void

/** Browsers always send one of the two headers with a cross-site write; programs without cookies send neither. */
export function foreignOriginRefuser(publicUrl: string): RefuseForeignOrigin {
  const home = new URL(publicUrl)
  return (request) => {
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new Refusal('foreign_origin')
    const { origin } = request.headers
    if (origin === undefined || origin === home.origin) return
    // With TLS there is one valid origin. Without it, any host name of the machine is accepted.
    if (home.protocol === 'https:' || origin !== originOf(request))
      throw new Refusal('foreign_origin')
  }
}

/** The origin that the visitor used. A proxy may forward a header sent by the client: only http and https are accepted. */
export function originOf({ protocol, host }: FastifyRequest): string {
  return new URL(`${protocol === 'https' ? 'https' : 'http'}://${host}`).origin
}
