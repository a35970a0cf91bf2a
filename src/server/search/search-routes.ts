import { countFilterHits, suggestSearches } from '#contracts/catalogue.ts'
import type { Search } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import type { PageCache } from '#server/pages/page-cache.ts'
import { openSharedResponses } from '#server/pages/shared-responses.ts'
import { countHits } from './filter-hits.ts'
import { findSuggestions } from './find-suggestions.ts'

export function searchRoutes(
  { serve, serveShared }: Serving,
  { search, pageCache }: { search: Search; pageCache: PageCache | null },
) {
  serveShared(countFilterHits, openSharedResponses(pageCache), async (input) => ({
    filters: await search((db) => countHits(db, input)),
  }))

  serve(suggestSearches, async ({ input }) => ({
    suggestions: await search((db) => findSuggestions(db, input.query)),
  }))
}
