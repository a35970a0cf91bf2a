// The frame of every hosted page: its head, its banner and its strict headers.
import type { FastifyReply } from 'fastify'
import { stylesheetPath } from './assets.ts'
import { html, type Html } from './html.ts'

export interface Page {
  title: string
  body: Html
  /** The address of this sandbox, for the stylesheet's URL. */
  publicUrl: string
  status?: number
  /** Addresses to which a form on the page may redirect; the page's own is always allowed. */
  formTargets?: string[]
  width?: 'narrow' | 'wide'
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return secure(reply, page.formTargets ?? [])
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(document(page).markup)
}

/** 303 after a form, so that a reload does not send it again; in ASCII, as headers must be. */
export function sendOn(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(URL.parse(url)?.href ?? url, 303)
}

// Chromium applies form-action to redirects after a form as well, so the origins of the targets are listed.
function secure(reply: FastifyReply, formTargets: string[]): FastifyReply {
  const origins = new Set(formTargets.flatMap((url) => URL.parse(url)?.origin ?? []))
  return reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
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

/** The site that the customer pays: its name stands on the provider's page, as a real provider shows it. */
const productName = 'Undersong'
const logo = html`<svg width="26" height="29" viewBox="0 0 44 48" aria-hidden="true">
  <path d="M22 47C12 40 1 20 2 10 3 3 12 1 22 1s19 2 20 9c1 10-10 30-20 37z" />
  <circle cx="22" cy="19" r="8.5" />
  <circle cx="22" cy="19" r="5" />
</svg>`

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
        <p class="banner">Test payments: no real money</p>
        <header class="site">${logo} ${productName}</header>
        <main class="${page.width ?? 'narrow'}">${page.body}</main>
      </body>
    </html>`
}

/** A page with only a message and a link. */
export function notice(heading: string, text: string, link?: { href: string; text: string }): Html {
  return html`<section class="card">
    <h1>${heading}</h1>
    <p>${text}</p>
    ${link && html`<p><a class="button" href="${link.href}">${link.text}</a></p>`}
  </section>`
}
