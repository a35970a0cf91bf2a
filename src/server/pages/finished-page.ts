// A rendered page with its policy: nothing in it depends on the answer it leaves in, so all visitors may share it.

import { createHash } from 'node:crypto'
import { cacheText, type CachedText } from '#server/http/compression.ts'
import { pagePolicy } from '#server/http/security-headers.ts'

export type Page = { status: number; headers: [string, string][]; body: string }

/** A public page between two renderings. */
export type CachedPage = Omit<Page, 'body'> & { etag: string; body: CachedText; renderedAt: number }

/**
 * `nonce` was made for this one rendering: no text in the page can know it, so the scripts that carry it are those the
 * renderer wrote itself. The policy allows these by their hashes, and the nonce does not leave.
 */
export function finishPage(
  { status, headers, body }: Page,
  { nonce, formOrigins }: { nonce: string; formOrigins: readonly string[] },
): Page {
  const policy = pagePolicy(scriptsMarkedWith(nonce, body).map(hashOf), formOrigins)
  return {
    status,
    headers: [
      ...headers.filter(([name]) => name !== 'content-length'),
      ['content-security-policy', policy],
    ],
    body: body.replaceAll(` nonce="${nonce}"`, ''),
  }
}

/** The same page to be sent many times. */
export function cachePage({ status, headers, body }: Page): CachedPage {
  const contents = createHash('sha256').update(JSON.stringify(headers)).update(body)
  return {
    status,
    headers,
    // Weak: it names the page, whichever coding it leaves in.
    etag: `W/"${contents.digest('base64url')}"`,
    body: cacheText(body),
    renderedAt: Date.now(),
  }
}

function scriptsMarkedWith(nonce: string, html: string): string[] {
  const marked = new RegExp(`<script(?=[^<>]* nonce="${nonce}")[^<>]*>(.+?)</script`, 'gs')
  return [...html.matchAll(marked)].map(([, script = '']) => script)
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
