import { Search } from 'lucide-react'
import { Form, useSubmit } from 'react-router'
import { ownedSorts, type OwnedSearch } from '#rules/orders/owned-search.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { ChoiceSelect, optionsOf } from '#web/forms/search/choice-select.tsx'
import { Button } from '#web/ui/button.tsx'

const sortOptions = optionsOf(ownedSorts, {
  bought: 'Newest first',
  title: 'Title',
  artist: 'Artist',
})

/** A plain GET form: the URL holds the search. */
export function OwnedSearchForm({ search }: { search: OwnedSearch }) {
  const submit = useSubmit()
  return (
    // The key fills the fields anew after Back.
    <Form
      key={myTracksPath(search)}
      action={myTracksPath()}
      role="search"
      aria-label="My tracks"
      autoComplete="off"
      className="list-search owned-search"
    >
      <span className="search-row">
        <input
          type="search"
          name="query"
          className="control"
          aria-label="Search my tracks"
          placeholder="Title, song or artist"
          defaultValue={search.query}
        />
        <Button type="submit" variant="ghost">
          <Search size={18} aria-hidden="true" /> Search
        </Button>
      </span>
      <ChoiceSelect
        name="orderBy"
        label="Sort by"
        options={sortOptions}
        defaultValue={search.orderBy}
        onChange={(event) => void submit(event.currentTarget.form)}
      />
    </Form>
  )
}
