import type { ChangeEvent } from 'react'

type ChoiceSelectProps = {
  name: string
  label: string
  options: { value: string; label: string }[]
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
} & ({ value: string } | { defaultValue: string })

/** One of a search form's choices, such as the order: choosing searches at once. */
export function ChoiceSelect({ label, options, ...select }: ChoiceSelectProps) {
  return (
    <label className="sort">
      <span>{label}</span>
      <select className="control" {...select}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** @returns the options of `values`, in their order */
export function optionsOf<Value extends string>(
  values: readonly Value[],
  labels: Record<Value, string>,
): { value: Value; label: string }[] {
  return values.map((value) => ({ value, label: labels[value] }))
}
