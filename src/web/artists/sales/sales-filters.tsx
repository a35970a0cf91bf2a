// Which sales are listed: a plain GET form, so that the URL holds it, and the same sales as a file.

import { Form, useSubmit } from 'react-router'
import { monthName } from '#rules/sales/sale-months.ts'
import { saleKinds, saleStates } from '#rules/sales/sale-process.ts'
import { saleKindNames, saleStateNames } from '#rules/sales/sale-texts.ts'
import { artistSalesPath, type SalesFilter } from '#rules/sales/sales-search.ts'
import { withQuery } from '#rules/page-paths.ts'
import { ChoiceSelect, optionsOf } from '#web/forms/search/choice-select.tsx'
import { Button } from '#web/ui/button.tsx'

type SalesFiltersProps = {
  filter: SalesFilter
  /** Those with sales. */
  months: readonly string[]
}

export function SalesFilters({ filter, months }: SalesFiltersProps) {
  const { month, kind, state } = filter
  const submit = useSubmit()
  // A month without sales can be in the URL.
  const named = month === undefined || months.includes(month) ? months : [month, ...months]
  const choices = [
    {
      name: 'month',
      label: 'Month',
      value: month,
      options: named.map((one) => ({ value: one, label: monthName(one) })),
    },
    { name: 'kind', label: 'Kind', value: kind, options: optionsOf(saleKinds, saleKindNames) },
    { name: 'state', label: 'State', value: state, options: optionsOf(saleStates, saleStateNames) },
  ]
  return (
    // The key fills the fields anew after Back.
    <Form
      key={[month, kind, state].join('|')}
      action={artistSalesPath()}
      role="search"
      aria-label="Your sales"
      autoComplete="off"
      className="sales-filters"
      preventScrollReset
    >
      {choices.map(({ name, label, value, options }) => (
        <ChoiceSelect
          key={name}
          name={name}
          label={label}
          options={[{ value: '', label: 'All' }, ...options]}
          defaultValue={value ?? ''}
          onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
        />
      ))}
      {/* A choice is shown at once; that needs JavaScript. */}
      <noscript>
        <Button type="submit" variant="ghost">
          Show
        </Button>
      </noscript>
      <a href={salesFilePath(filter)} download className="btn btn-ghost no-print">
        Save as CSV
      </a>
    </Form>
  )
}

function salesFilePath({ month, kind, state }: SalesFilter): string {
  return withQuery('/api/artist/sales.csv', { month, kind, state })
}
