import { tempoBands } from '#rules/music/tempo.ts'
import { filterLabels } from '#rules/search/facets.ts'
import { tracksPath, type TrackSearch } from '#rules/search/track-search.ts'
import { genres, instrumentations, trackFormats } from '#rules/tracks/track-options.ts'
import {
  genderKeyLabel,
  vocalGenderOf,
  vocalGenders,
  vocalRanges,
} from '#rules/music/vocal-range.ts'
import { FilterChoice, FilterFieldset, type Choose } from '#web/forms/search/filter-choice.tsx'
import { FilterDetails, ShowResults } from '#web/forms/search/filter-details.tsx'
import {
  AnyChoice,
  Choices,
  ChoiceSubgroup,
  OneOf,
  type FilterGroupProps,
} from './filter-group.tsx'
import { KeyFilter } from './key-filter.tsx'
import { useFilterHits } from './use-filter-hits.ts'

type FilterPanelProps = {
  search: TrackSearch
  choose: Choose
  /** Of the results, as in '6 tracks'; null where they could not be loaded. */
  count: string | null
}

/** Part of the catalogue's form. */
export function FilterPanel({ search, choose, count }: FilterPanelProps) {
  const isCounted = !search.query && !search.artistId
  return (
    <FilterDetails className={isCounted ? '' : 'filter-panel-uncounted'}>
      {(isOpen) => <FilterColumns {...{ search, choose, count }} isCounted={isOpen && isCounted} />}
    </FilterDetails>
  )
}

type FilterColumnsProps = FilterPanelProps & { isCounted: boolean }

function FilterColumns({ search, choose, count, isCounted }: FilterColumnsProps) {
  const hitsOf = useFilterHits(search, isCounted)
  const group = { filters: search, hitsOf, choose }
  return (
    <div className="filter-columns">
      <div>
        <KeyFilter {...group} />
        <KeyShiftFilters {...group} />
        <OneOf {...group} name="tempo" values={tempoBands} />
      </div>
      <div>
        <RangeFilter {...group} />
        <OneOf {...group} name="vocalGender" values={vocalGenders} columns="row" />
      </div>
      <div>
        <OneOf {...group} name="backingTrackType" values={instrumentations} />
        <OneOf {...group} name="type" values={trackFormats} />
      </div>
      <div>
        <OneOf {...group} name="genre" values={genres} columns="pairs" />
      </div>
      <ShowResults path={tracksPath()}>{`Show ${count ?? 'tracks'}`}</ShowResults>
    </div>
  )
}

function RangeFilter(group: FilterGroupProps) {
  return (
    <FilterFieldset label={filterLabels['vocal-range']}>
      <div className="choices">
        <AnyChoice {...group} name="vocal-range" />
      </div>
      <div className="choice-subgroups">
        {vocalGenders.map((gender) => (
          <ChoiceSubgroup key={gender} label={genderKeyLabel(gender) ?? ''}>
            <Choices
              {...group}
              name="vocal-range"
              values={vocalRanges.filter((range) => vocalGenderOf(range) === gender)}
            />
          </ChoiceSubgroup>
        ))}
      </div>
    </FilterFieldset>
  )
}

function KeyShiftFilters({ filters, hitsOf, choose }: FilterGroupProps) {
  return (
    <FilterFieldset label="Compared with the original">
      <div className="choices">
        {(['isHigher', 'isLower'] as const).map((name) => (
          <FilterChoice
            key={name}
            type="checkbox"
            name={name}
            value="true"
            label={filterLabels[name]}
            checked={filters[name] === true}
            hits={hitsOf(name, 'true')}
            choose={choose}
          />
        ))}
      </div>
    </FilterFieldset>
  )
}
