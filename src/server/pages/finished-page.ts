// A rendered page with its policy: nothing in it depends on one response, so all visitors may share it.

import { createHash } from 'node:crypto'
import type { Page } from '#contracts/page-seam.ts'
import { cacheText, type CachedText } from '#server/http/compression.ts'
import { pagePolicy } from '#server/http/security-headers.ts'

/** A public page as stored in the cache. */
export type CachedPage = Omit<Page, 'body'> & {
  etag: string
  body: CachedText
  /** Of the tracks and artists that it shows: whatever is shown is linked to, or in the page's data. */
  ids: ReadonlySet<string>
  renderedAt: number
}

const id = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

/** The value of `cache-control` of a page that no cache stores, ours neither. */
const notStored = 'no-store'

export function mayBeStored({ status, headers }: Pick<Page, 'status' | 'headers'>): boolean {
  const isRefused = headers.some(([name, value]) => name === 'cache-control' && value === notStored)
  return status === 200 && !isRefused
}

/**
 * `nonce` is unique to this rendering: user content cannot contain it, so the scripts that carry it were written by the
 * renderer. The policy allows them by their hashes, and the nonce is removed from the page.
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

/** Converts a page for the cache. */
export function cachePage({ status, headers, body }: Page): CachedPage {
  const hash = createHash('sha256').update(JSON.stringify(headers)).update(body)
  return {
    status,
    headers,
    // Weak, because it identifies the page in every content coding.
    etag: `W/"${hash.digest('base64url')}"`,
    body: cacheText(body),
    ids: new Set(body.match(id)),
    renderedAt: Date.now(),
  }
}

/** Searches for the nonce instead of for scripts: a regular expression with it would have to be compiled for each page. */
function scriptsMarkedWith(nonce: string, html: string): string[] {
  const mark = ` nonce="${nonce}"`
  const scripts: string[] = []
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + mark.length)) {
    const start = html.indexOf('>', at) + 1
    const tag = html.slice(html.lastIndexOf('<', at), start)
    const end = html.indexOf('</script', start)
    if (/^<script[^<>]*>$/.test(tag) && end > start) scripts.push(html.slice(start, end))
  }
  return scripts
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
