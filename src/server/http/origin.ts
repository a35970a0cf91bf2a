// Refuses writes that another site makes with a visitor's cookie.

import type { FastifyRequest } from 'fastify'
import { Refusal } from '#rules/refusal.ts'

/** Browsers always send one of the two headers with a cross-site write; programs without cookies send neither. */
export function refuseForeignOrigin(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refusal('foreign_origin')
  const { origin } = request.headers
  if (origin !== undefined && hostOf(origin) !== request.host) throw new Refusal('foreign_origin')
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
