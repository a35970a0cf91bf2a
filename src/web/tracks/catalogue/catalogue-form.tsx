import { Search } from 'lucide-react'
import { Form } from 'react-router'
import { tracksPath, readTrackSearch, type TrackSearch } from '#rules/search/track-search.ts'
import type { Suggestion } from '#contracts/catalogue.ts'
import { trackSorts } from '#rules/tracks/track-options.ts'
import { ChoiceSelect, optionsOf } from '#web/forms/search/choice-select.tsx'
import { useSearchForm } from '#web/forms/search/use-search-form.ts'
import { searchAddress, sortLabels } from '#web/tracks/catalogue-search.ts'
import { SearchBox } from '#web/tracks/search/search-box.tsx'
import { suggestionPath } from '#web/tracks/search/suggestion-path.ts'
import { Button } from '#web/ui/button.tsx'
import { TrackFilterChips } from './filter-chips.tsx'
import { FilterPanel } from './filter-panel.tsx'

const sortOptions = optionsOf(trackSorts, sortLabels)

const page = { path: tracksPath(), read: readTrackSearch, addressOf: searchAddress }

type CatalogueFormProps = {
  search: TrackSearch
  artist: string | null
  /** Of the results, as in '6 tracks'; null where they could not be loaded. */
  count: string | null
}

/** Search, sort and filters. Without JavaScript it is a plain GET form. */
export function CatalogueForm({ search, artist, count }: CatalogueFormProps) {
  const catalogue = useSearchForm(search, page)
  const { form, shown, text, type, choose } = catalogue
  /** A suggestion is a search of its own: filters could exclude it. */
  const follow = (suggestion: Suggestion) =>
    catalogue.openSearch(
      suggestionPath(suggestion),
      suggestion.kind === 'title' ? suggestion.text : '',
    )
  return (
    <>
      {/* The URL says what is set: a browser must not restore what was set before. */}
      <Form
        ref={form}
        action={tracksPath()}
        className="catalogue-form"
        autoComplete="off"
        onSubmit={catalogue.submit}
        onKeyDown={catalogue.onKeyDown}
      >
        {(['artistId', 'qualityValidated'] as const).map(
          (name) =>
            search[name] !== undefined && (
              <input key={name} type="hidden" name={name} value={search[name].toString()} />
            ),
        )}
        <div className="search-box" role="search">
          <Search size={20} aria-hidden="true" />
          <SearchBox
            value={text}
            onChange={(event) => type(event.target.value)}
            onChoose={follow}
          />
          <Button type="submit">Search</Button>
        </div>
        <ChoiceSelect
          name="orderBy"
          label="Sort by"
          options={sortOptions}
          value={shown.orderBy}
          onChange={choose}
        />
        <FilterPanel search={shown} choose={choose} count={count} />
      </Form>
      <TrackFilterChips search={shown} artist={artist} form={form} />
    </>
  )
}
