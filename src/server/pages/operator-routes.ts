// Lets the operator invalidate a cached page. Writes invalidate their pages automatically.

import { createHash, timingSafeEqual } from 'node:crypto'
import { revalidate } from '#contracts/site.ts'
import { Refusal } from '#rules/refusal.ts'
import type { Serving } from '#server/http/serve.ts'

export function operatorRoutes(
  { serve }: Serving,
  deps: { revalidateSecret: string; refreshPages: (paths: string[]) => Promise<number> },
) {
  serve(revalidate, async ({ input }) => {
    if (!sameSecret(input.secret, deps.revalidateSecret)) throw new Refusal('not_allowed')
    return { revalidated: await deps.refreshPages([input.path]) }
  })
}

/** Compares hashes, so that the duration reveals neither the content nor the length. */
function sameSecret(received: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(received), hash(expected))
}
