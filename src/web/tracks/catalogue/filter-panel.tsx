import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { tempoBands } from '#rules/music/tempo.ts'
import { tracksPath } from '#rules/page-paths.ts'
import { genres, instrumentations, trackFormats } from '#rules/track-options.ts'
import type { TrackSearch } from '#rules/track-search.ts'
import { genderKeyLabel, vocalGenderOf, vocalGenders, vocalRanges } from '#rules/vocal-range.ts'
import { isFiltered } from '#web/tracks/catalogue-search.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterChoice, type Choose } from './filter-choice.tsx'
import {
  AnyChoice,
  Choices,
  ChoiceSubgroup,
  FilterFieldset,
  OneOf,
  type FilterGroupProps,
} from './filter-group.tsx'
import { filterLabels, genderLabels, tempoLabels } from './filter-labels.ts'
import { KeyFilter } from './key-filter.tsx'
import { goToResults, resultsId } from './results-region.tsx'
import { useFilterHits } from './use-filter-hits.ts'

/** Part of the catalogue's form, so that it works without a script; it is open from the start where a filter is set. */
export function FilterPanel({ search, choose }: { search: TrackSearch; choose: Choose }) {
  const [isOpen, setIsOpen] = useState(isFiltered(search))
  const panel = useRef<HTMLDetailsElement>(null)
  // Opened before hydration.
  useEffect(() => setIsOpen(panel.current?.open ?? false), [])
  const isCounted = !search.query && !search.artistId
  const hitsOf = useFilterHits(search, isOpen && isCounted)
  const group = { filters: search, hitsOf, choose }
  return (
    <details
      ref={panel}
      className={isCounted ? 'filter-panel' : 'filter-panel filter-panel-uncounted'}
      open={isOpen}
      suppressHydrationWarning
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <SlidersHorizontal size={20} aria-hidden="true" />
        <span>Advanced Filters</span>
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      <div className="filter-columns">
        <div>
          <KeyFilter {...group} />
          <KeyShiftFilters {...group} />
          <OneOf {...group} name="tempo" values={tempoBands} labels={tempoLabels} />
        </div>
        <div>
          <RangeFilter {...group} />
          <OneOf
            {...group}
            name="vocalGender"
            values={vocalGenders}
            labels={genderLabels}
            columns="row"
          />
        </div>
        <div>
          <OneOf {...group} name="backingTrackType" values={instrumentations} />
          <OneOf {...group} name="type" values={trackFormats} />
        </div>
        <div>
          <OneOf {...group} name="genre" values={genres} columns="pairs" />
        </div>
        <p className="filter-foot">
          <Button type="submit" formAction={`${tracksPath()}#${resultsId}`} onClick={showResults}>
            Show tracks
          </Button>
        </p>
      </div>
    </details>
  )
}

/** Every choice has been applied already: the button leads from the panel to its tracks. */
function showResults(event: MouseEvent) {
  event.preventDefault()
  goToResults()
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
