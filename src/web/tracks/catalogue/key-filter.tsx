import { FilterChoice, FilterFieldset } from '#web/forms/search/filter-choice.tsx'
import type { FilterGroupProps } from './filter-group.tsx'
import { filterLabels } from '#rules/search/facets.ts'

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const

const accidentals = [
  { value: 'b', label: 'Flat', sign: '♭' },
  { value: '#', label: 'Sharp', sign: '♯' },
] as const

/** A letter, and once one is chosen flat or sharp: one key cannot be both. */
export function KeyFilter({ filters, hitsOf, choose }: FilterGroupProps) {
  const letter = filters.keySig?.charAt(0) ?? ''
  const accidental = filters.keySig?.slice(1) ?? ''
  return (
    <FilterFieldset label={filterLabels.keySig}>
      <div className="key-choices">
        {['', ...letters].map((value) => (
          <FilterChoice
            key={value}
            className="key-choice"
            type="radio"
            name="keySig"
            value={value}
            label={value === '' ? 'Any' : value}
            checked={value === letter}
            // The accidental stays when the letter changes.
            hits={value === '' ? undefined : hitsOf('keySig', value + accidental)}
            choose={choose}
          />
        ))}
      </div>
      <div className="choices">
        {accidentals.map(({ value, label, sign }) => (
          <FilterChoice
            key={value}
            type="checkbox"
            name="keySig"
            value={value}
            label={
              <>
                {label} <span aria-hidden="true">{sign}</span>
                {letter === '' && <span className="choice-hint"> (choose a letter first)</span>}
              </>
            }
            checked={value === accidental}
            disabled={letter === ''}
            hits={letter === '' ? undefined : hitsOf('keySig', letter + value)}
            choose={choose}
          />
        ))}
      </div>
    </FilterFieldset>
  )
}
