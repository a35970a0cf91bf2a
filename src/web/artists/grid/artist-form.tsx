import { Search } from 'lucide-react'
import { Form } from 'react-router'
import {
  artistSorts,
  everyAvailability,
  commissionCounts,
  onlineWithinDays,
  type ArtistFilters,
  type ArtistSearch,
  artistsPath,
} from '#rules/artists/artist-search.ts'
import { FilterChips } from '#web/forms/search/filter-chips.tsx'
import { FilterChoice, FilterFieldset, type Choose } from '#web/forms/search/filter-choice.tsx'
import { ChoiceSelect, optionsOf } from '#web/forms/search/choice-select.tsx'
import { FilterDetails, ShowResults } from '#web/forms/search/filter-details.tsx'
import { useSearchForm } from '#web/forms/search/use-search-form.ts'
import { SearchInput } from '#web/tracks/search/search-input.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  activeFilters,
  artistAddress,
  artistPage,
  artistSortLabels,
  atLeastText,
  availabilityText,
  daysText,
  defaultFilters,
  filterLabels,
} from './artist-addresses.ts'

const sortOptions = optionsOf(artistSorts, artistSortLabels)

/** Search, sort and filters. Without JavaScript it is a plain GET form. */
export function ArtistForm({ search }: { search: ArtistSearch }) {
  const { form, shown, text, type, choose, submit, onKeyDown } = useSearchForm(search, artistPage)
  const filters = activeFilters(shown).map(({ name, text: chip }) => ({
    key: name,
    text: chip,
    address: artistAddress(shown, { [name]: defaultFilters[name] }),
  }))
  return (
    <>
      {/* The URL says what is set: a browser must not restore what was set before. */}
      <Form
        ref={form}
        action={artistsPath()}
        className="catalogue-form"
        autoComplete="off"
        onSubmit={submit}
        onKeyDown={onKeyDown}
      >
        <div className="search-box" role="search">
          <Search size={20} aria-hidden="true" />
          <SearchInput
            aria-label="Search artists"
            placeholder="Name or instrument"
            value={text}
            onChange={(event) => type(event.target.value)}
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
        <FilterDetails>{() => <Filters filters={shown} choose={choose} />}</FilterDetails>
      </Form>
      <FilterChips
        filters={filters}
        clearAddress={artistAddress(shown, defaultFilters)}
        form={form}
      />
    </>
  )
}

function Filters({ filters, choose }: { filters: ArtistFilters; choose: Choose }) {
  return (
    <div className="filter-columns artist-filters">
      <OneOf
        name="availableForCommission"
        chosen={filters.availableForCommission?.toString() ?? everyAvailability}
        choices={[
          ['true', availabilityText(true)],
          ['false', availabilityText(false)],
          [everyAvailability, availabilityText(undefined)],
        ]}
        choose={choose}
      />
      <OneOf
        name="lastOnlineWithin"
        chosen={filters.lastOnlineWithin?.toString() ?? ''}
        choices={[['', 'Any time'], ...onlineWithinDays.map(choiceOf(daysText))]}
        choose={choose}
      />
      <OneOf
        name="minCommissions"
        chosen={filters.minCommissions?.toString() ?? ''}
        choices={[['', 'Any number'], ...commissionCounts.map(choiceOf(atLeastText))]}
        choose={choose}
      />
      <ShowResults path={artistsPath()}>Show artists</ShowResults>
    </div>
  )
}

type Choice = [value: string, label: string]

const choiceOf =
  (textOf: (count: number) => string) =>
  (count: number): Choice => [String(count), textOf(count)]

type OneOfProps = {
  name: keyof ArtistFilters
  chosen: string
  choices: Choice[]
  choose: Choose
}

function OneOf({ name, chosen, choices, choose }: OneOfProps) {
  return (
    <FilterFieldset label={filterLabels[name]}>
      <div className="choices">
        {choices.map(([value, label]) => (
          <FilterChoice
            key={value}
            type="radio"
            name={name}
            value={value}
            label={label}
            checked={chosen === value}
            choose={choose}
          />
        ))}
      </div>
    </FilterFieldset>
  )
}
