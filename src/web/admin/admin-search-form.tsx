// The search and the filters of an admin's list: a plain GET form, so that the URL holds them.

import { Search } from 'lucide-react'
import { Form, useSubmit } from 'react-router'
import { ChoiceSelect } from '#web/forms/search/choice-select.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'

type Filter = {
  name: string
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  /** Of a list that is never shown whole: the choice while the URL names none. */
  standard?: string
}

type AdminSearchFormProps = {
  /** The list without a search. */
  path: string
  /** What is searched by, for the list that has a search. */
  search?: { placeholder: string; value: string | undefined }
  filters: readonly Filter[]
  /** Kept as they are, such as the id in an audit trail. */
  kept?: Record<string, string | undefined>
  /** How many are found; not told of a list that is never counted whole. */
  total?: number
}

const nothingKept: NonNullable<AdminSearchFormProps['kept']> = {}

export function AdminSearchForm(props: AdminSearchFormProps) {
  const { path, search, filters, kept = nothingKept, total } = props
  const values = [search?.value, ...filters.map(({ value }) => value), ...Object.values(kept)]
  const isFiltered = values.some((value) => value !== undefined)
  const isEverythingShown = filters.every(({ standard }) => standard === undefined)
  return (
    // The key fills the fields anew after Back.
    <Form
      key={values.join('|')}
      action={path}
      role="search"
      aria-label="This list"
      autoComplete="off"
      className="list-search admin-filters"
    >
      {Object.entries(kept).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {search && (
        <span className="search-row">
          <input
            type="search"
            name="query"
            className="control"
            aria-label="Search"
            placeholder={search.placeholder}
            defaultValue={search.value}
          />
          <Button type="submit" variant="ghost">
            <Search size={18} aria-hidden="true" /> Search
          </Button>
        </span>
      )}
      {filters.map((filter) => (
        <FilterSelect key={filter.name} filter={filter} />
      ))}
      {/* A choice is searched by itself; that needs JavaScript. */}
      {!search && (
        <noscript>
          <Button type="submit" variant="ghost">
            Show
          </Button>
        </noscript>
      )}
      <p className="admin-total">
        {total !== undefined && `${wholeNumber(total)} found`}
        {isFiltered && isEverythingShown && <PageLink href={path}>Show all</PageLink>}
      </p>
    </Form>
  )
}

function FilterSelect({ filter }: { filter: Filter }) {
  const { name, label, value, options, standard } = filter
  const submit = useSubmit()
  return (
    <ChoiceSelect
      name={name}
      label={label}
      options={[...(standard === undefined ? [{ value: '', label: 'All' }] : []), ...options]}
      defaultValue={value ?? standard ?? ''}
      onChange={(event) => void submit(event.currentTarget.form)}
    />
  )
}
