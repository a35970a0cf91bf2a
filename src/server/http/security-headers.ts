// What every answer tells the browser to refuse.

import type { FastifyInstance } from 'fastify'

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
 * Styles may be inline: React's style attributes and the toasts' own sheet; scripts run only if their hash is listed.
 * Browsers apply `form-action` to the redirects that answer a form, too: `formOrigins` are the other sites that our forms
 * lead to.
 */
export function pagePolicy(scriptHashes: string[], formOrigins: readonly string[]): string {
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
    ["form-action 'self'", ...formOrigins].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}
