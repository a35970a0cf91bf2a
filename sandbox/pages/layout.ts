// The frame of every hosted page: its head, its banner, its stylesheet and its strict headers.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, type Html } from './html.ts'

const stylesheet = [new URL('pages.css', import.meta.url), new URL('forms.css', import.meta.url)]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const stylesheetPath = '/assets/pages.css'

export interface Page {
  title: string
  body: Html
  /** Where this sandbox is reached, for the stylesheet's address. */
  publicUrl: string
  status?: number
  /** Addresses a form on the page may lead to by redirect; the page's own is always allowed. */
  formTargets?: string[]
  width?: 'narrow' | 'wide'
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return secure(reply, page.formTargets ?? [])
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(document(page).markup)
}

/** 303 after a form, so that reloading never sends it again; in ASCII, as a header has to be. */
export function sendOn(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(URL.parse(url)?.href ?? url, 303)
}

// Chromium holds redirects after a form against form-action, so the targets' origins stand there.
function secure(reply: FastifyReply, formTargets: string[]): FastifyReply {
  const origins = new Set(formTargets.flatMap((url) => URL.parse(url)?.origin ?? []))
  return reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      `form-action ${["'self'", ...origins].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
}

function document(page: Page): Html {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.title}</title>
        <link rel="stylesheet" href="${page.publicUrl}${stylesheetPath}" />
      </head>
      <body>
        <header class="banner">Test payments: no real money</header>
        <main class="${page.width ?? 'narrow'}">${page.body}</main>
      </body>
    </html>`
}

/** A page that only says something, with one way on. */
export function notice(heading: string, text: string, link?: { href: string; text: string }): Html {
  return html`<section class="card">
    <h1>${heading}</h1>
    <p>${text}</p>
    ${link && html`<p><a class="button" href="${link.href}">${link.text}</a></p>`}
  </section>`
}

export function serveStylesheet(app: FastifyInstance): void {
  app.get(stylesheetPath, (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .send(stylesheet),
  )
}
