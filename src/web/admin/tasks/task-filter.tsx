// Narrows the lists of a page to what the admin takes care of, or to what nobody takes care of.

import { taskOwners, type TaskOwners } from '#rules/admin/admin-tasks.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AdminSearchForm } from '../admin-search-form.tsx'

type TaskFilterProps = {
  path: string
  owner: TaskOwners | undefined
  kept?: Record<string, string | undefined>
}

const labels: Record<TaskOwners, string> = { mine: 'You', nobody: 'Nobody yet' }
const options = taskOwners.map((value) => ({ value, label: labels[value] }))

export const ownerFilter = (owner: TaskOwners | undefined) => ({
  name: 'owner',
  label: 'Owner',
  value: owner,
  options,
})

export function TaskFilter({ path, owner, kept }: TaskFilterProps) {
  return (
    <AdminSearchForm
      path={path}
      filters={[ownerFilter(owner)]}
      {...(kept !== undefined && { kept })}
    />
  )
}

type NoTasksProps = {
  owner: TaskOwners | undefined
  /** If the list is empty whoever is asked for. */
  title: string
  text: string
  heading?: 'h2' | 'h3'
}

const noneOf: Record<TaskOwners, string> = {
  mine: 'You take care of nothing here',
  nobody: 'Everything here has an owner',
}

export function NoTasks({ owner, title, text, heading = 'h3' }: NoTasksProps) {
  return owner === undefined ? (
    <EmptyState heading={heading} title={title} text={text} />
  ) : (
    <EmptyState heading={heading} title={noneOf[owner]} />
  )
}
