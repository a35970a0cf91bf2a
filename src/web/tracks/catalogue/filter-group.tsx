import { useId, type ReactNode } from 'react'
import type { TrackFilterName, TrackFilters } from '#rules/search/track-search.ts'
import { FilterChoice, FilterFieldset, type Choose } from '#web/forms/search/filter-choice.tsx'
import { choiceLabel, filterLabels } from '#rules/search/facets.ts'
import type { HitsOf } from './use-filter-hits.ts'

/** What every group of filters gets: the filters that are set, the hits of each choice, and what a choice calls. */
export type FilterGroupProps = { filters: TrackFilters; hitsOf: HitsOf; choose: Choose }

type OneOfProps = FilterGroupProps & {
  name: TrackFilterName
  values: readonly string[]
  /** All choices side by side, or on a narrow screen two. */
  columns?: 'row' | 'pairs'
}

/** A filter of which one value is chosen, or any. */
export function OneOf({ values, columns, ...props }: OneOfProps) {
  return (
    <FilterFieldset label={filterLabels[props.name]}>
      <div className={columns ? `choices choices-${columns}` : 'choices'}>
        <AnyChoice {...props} />
        <Choices {...props} values={values} />
      </div>
    </FilterFieldset>
  )
}

export function AnyChoice({ name, filters, choose }: Omit<OneOfProps, 'values' | 'columns'>) {
  return (
    <FilterChoice
      type="radio"
      name={name}
      value=""
      label="Any"
      checked={filters[name] === undefined}
      hits={undefined}
      choose={choose}
    />
  )
}

export function Choices({ name, values, filters, hitsOf, choose }: Omit<OneOfProps, 'columns'>) {
  return values.map((value) => (
    <FilterChoice
      key={value}
      type="radio"
      name={name}
      value={value}
      label={choiceLabel(name, value)}
      checked={filters[name] === value}
      hits={hitsOf(name, value)}
      choose={choose}
    />
  ))
}

/** Choices of one filter under a heading of their own. */
export function ChoiceSubgroup({ label, children }: { label: string; children: ReactNode }) {
  // The HTML check refuses an id that does not begin with a letter, as those of React do not.
  const id = `filter${useId()}`
  return (
    <div role="group" aria-labelledby={id} className="choice-subgroup">
      <p id={id}>{label}</p>
      <div className="choices">{children}</div>
    </div>
  )
}
