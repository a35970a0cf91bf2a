import { countFilterHits, suggestSearches } from '#contracts/catalogue.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { countHits } from './filter-hits.ts'
import { findSuggestions } from './suggestions/find-suggestions.ts'
import { nameSuggestions } from './suggestions/name-suggestions.ts'

export function searchRoutes({ serve }: Serving, { catalogueDb: db }: { catalogueDb: Db }) {
  serve(countFilterHits, async ({ input }) => ({ filters: await countHits(db, input) }))

  serve(suggestSearches, async ({ input }) => {
    const found = await findSuggestions(db, input.query)
    return { suggestions: await nameSuggestions(db, found) }
  })
}
