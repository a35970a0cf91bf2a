// Loads the web: the production build, or Vite in development.

import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { fileURLToPath } from 'node:url'
import type { RenderPage } from '#contracts/page-seam.ts'
import { StartProblem } from './start-problem.ts'

const buildFolder = fileURLToPath(new URL('../../../build/', import.meta.url))

/** The web is loaded at run time: the server never imports it. @throws StartProblem when it is not built. */
export async function loadBuiltWeb(): Promise<() => Promise<RenderPage>> {
  const entry = `${buildFolder}server/index.js`
  if (!existsSync(entry)) throw new StartProblem('The web is not built: run "npm run build".')
  const { renderPage }: { renderPage: RenderPage } = await import(entry)
  return async () => renderPage
}

/** Files with hashed names never change; the others may. */
export async function serveBuiltFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${buildFolder}client`,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
}

/** Pages and files come from Vite in this process, so edits are visible at once. */
export async function developWeb(app: FastifyInstance): Promise<() => Promise<RenderPage>> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: fileURLToPath(new URL('../../../', import.meta.url)),
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  app.addHook('onRequest', (request, reply, next) => {
    const isEndpoint = /^\/(api|public|healthz|readyz|dev)\b/.test(request.url)
    if (isEndpoint) next()
    else vite.middlewares(request.raw, reply.raw, next)
  })
  app.addHook('onClose', () => vite.close())
  return async () => {
    const web: Record<string, unknown> = await vite.ssrLoadModule('/src/web/render-page.ts')
    return web['renderPage'] as RenderPage
  }
}
