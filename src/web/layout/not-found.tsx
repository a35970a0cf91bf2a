import { Form } from 'react-router'
import { tracksPath } from '#rules/search/track-search.ts'
import { homePath } from '#rules/page-paths.ts'
import { SearchInput } from '#web/tracks/search/search-input.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Rosette } from '#web/ui/rosette.tsx'

export function NotFound() {
  return (
    <div className="page empty-state">
      <Rosette size={140} />
      <h1>Page not found</h1>
      <p>
        There is nothing at this address. The track may have been withdrawn, or the link is old.
      </p>
      <Form action={tracksPath()} role="search" className="search-row empty-state-search">
        <SearchInput />
        <Button type="submit">Search</Button>
      </Form>
      <ButtonLink href={homePath} variant="ghost">
        Home page
      </ButtonLink>
    </div>
  )
}
