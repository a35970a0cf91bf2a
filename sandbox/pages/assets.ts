// The stylesheet of the hosted pages and the fonts that it names.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

const stylesheet = [new URL('pages.css', import.meta.url), new URL('forms.css', import.meta.url)]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** The name of each is its path from the stylesheet. */
const fonts = {
  'young-serif.woff2': '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2',
  'figtree.woff2': '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
}

export const stylesheetPath = '/assets/pages.css'

export function serveAssets(app: FastifyInstance): void {
  app.get(stylesheetPath, (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .send(stylesheet),
  )
  for (const [name, file] of Object.entries(fonts)) {
    const bytes = readFileSync(fileURLToPath(import.meta.resolve(file)))
    app.get(`/assets/${name}`, (_request, reply) =>
      reply
        .type('font/woff2')
        .header('cache-control', 'public, max-age=86400')
        .header('x-content-type-options', 'nosniff')
        .send(bytes),
    )
  }
}
