import { useId, type ChangeEvent, type ReactNode } from 'react'
import { wholeNumber } from '#web/ui/whole-number.ts'

export type Choose = (event: ChangeEvent<HTMLInputElement>) => void

type FilterChoiceProps = {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  label: ReactNode
  checked: boolean
  disabled?: boolean
  /** The number of tracks with this choice, where it is known. */
  hits?: number | undefined
  choose: Choose
  className?: 'choice' | 'key-choice'
}

export function FilterFieldset({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="filter-group">
      <legend>{label}</legend>
      {children}
    </fieldset>
  )
}

/** One choice of a filter. A choice without hits can still be chosen, but is less prominent. */
export function FilterChoice({
  type,
  name,
  value,
  label,
  checked,
  disabled = false,
  hits,
  choose,
  className = 'choice',
}: FilterChoiceProps) {
  // The HTML check refuses an id that does not begin with a letter, as those of React do not.
  const id = `filter${useId()}`
  return (
    <div className={className} data-without-hits={hits === 0 || undefined}>
      <input
        type={type}
        id={id}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={choose}
        {...(hits !== undefined && { 'aria-describedby': `${id}-hits` })}
      />
      <label htmlFor={id}>{label}</label>
      <span id={`${id}-hits`} className="choice-hits">
        {hits !== undefined && (
          <>
            {shortNumber(hits)}
            <span className="sr-only">{hits === 1 ? ' track' : ' tracks'}</span>
          </>
        )}
      </span>
    </div>
  )
}

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 0 })

/** '9,999', then '10K': at most five characters. */
function shortNumber(count: number): string {
  return count < 10_000 ? wholeNumber(count) : compact.format(count)
}
