// What every answer tells the browser to refuse.

import type { FastifyInstance } from 'fastify'

export function addSecurityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('cross-origin-resource-policy', 'same-origin')
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (options.https) reply.header('strict-transport-security', 'max-age=31536000')
  })
}

/** Styles may be inline: React's style attributes and the toasts' own sheet; of scripts only those with one of these hashes. */
export function pagePolicy(scriptHashes: string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(scriptHashes.map((hash) => `'${hash}'`))].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
