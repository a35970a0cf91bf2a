import { Form } from 'react-router'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { maxQueryLength } from '#rules/search/track-search.ts'
import { Button } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

type OwnTrackSearchProps = { query: string | undefined; total: number }

/** Finds own tracks by words of title and original artist; a page of its own, so it works without a script. */
export function OwnTrackSearch({ query, total }: OwnTrackSearchProps) {
  return (
    <div className="own-track-search">
      <Form method="get" role="search" className="search-row" preventScrollReset>
        <label htmlFor="own-track-search" className="sr-only">
          Search your tracks
        </label>
        <input
          // A search that ends elsewhere, such as by Back, shows its own words.
          key={query}
          id="own-track-search"
          type="search"
          name="query"
          className="control"
          placeholder="Title or original artist"
          defaultValue={query}
          maxLength={maxQueryLength}
        />
        <Button type="submit" variant="ghost">
          Search
        </Button>
      </Form>
      {query !== undefined && (
        <p className="detail" role="status">
          {total === 0 ? 'None' : total} of your tracks {total === 1 ? 'matches' : 'match'} “
          <bdi>{query}</bdi>”. <PageLink href={artistDashboardPath()}>Show all</PageLink>
        </p>
      )}
    </div>
  )
}
