// The operator's own call: forget a cached page. Writes refresh their pages by themselves.

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

/** Hashed first, so that neither content nor length shows in the time it takes. */
function sameSecret(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
