// Security headers of every response.

import type { FastifyInstance } from 'fastify'
import { youtubePlayerOrigin } from '#rules/tracks/youtube.ts'

export function addSecurityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  const headers = securityHeaders(options)
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
}

export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/**
 * Inline styles are allowed for React's style attributes and the toasts' style sheet; scripts run only if their hash is
 * listed. WebAssembly may be compiled, for the pitch shifter (docs/decisions/0032); text may not. Browsers apply
 * `form-action` also to redirects after a form is sent: `formOrigins` are the other sites that our forms redirect to.
 */
export function pagePolicy(scriptHashes: string[], formOrigins: readonly string[]): string {
  const hashes = new Set(scriptHashes.map((hash) => `'${hash}'`))
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    // Guide tracks.
    `frame-src ${youtubePlayerOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formOrigins].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}
