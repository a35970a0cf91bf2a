// Lets the operator invalidate a cached page. Writes invalidate their pages automatically.

import { createHash, timingSafeEqual } from 'node:crypto'
import { revalidate } from '#contracts/site.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import type { PageCache } from './page-cache.ts'
import { refreshPage } from './stale-pages.ts'

export function operatorRoutes(
  { serve }: Serving,
  deps: { revalidateSecret: string; db: Db; pageCache: PageCache | null },
) {
  serve(revalidate, async ({ input }) => {
    if (!sameSecret(input.secret, deps.revalidateSecret)) throw new Refusal('not_allowed')
    return { revalidated: await refreshPage(deps.db, deps.pageCache, input.path) }
  })
}

/** Compares hashes, so that the duration reveals neither the content nor the length. */
function sameSecret(received: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(received), hash(expected))
}
