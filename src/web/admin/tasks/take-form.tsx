// An admin takes care of something, or hands it back. It works without a script: the page of all tasks takes the form, and
// leads back.

import { Form, useLocation } from 'react-router'
import type { Task } from '#contracts/admin/tasks.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import type { TaskKind } from '#rules/admin/admin-tasks.ts'
import { Button } from '#web/ui/button.tsx'

/** The name of the form's button; its value says which of both. */
export const intentField = 'intent'
export const handBack = 'hand_back'
/** The page that the form was on. */
export const backField = 'back'

export type TakenProps = {
  kind: TaskKind
  id: string
  /** What it is, for a screen reader. */
  about: string
  task: Task
}

type TakeFormProps = TakenProps & { size: 'sm' | 'md' }

export function TakeForm({ kind, id, about, task: { owner }, size }: TakeFormProps) {
  const { pathname, search } = useLocation()
  const isYours = owner?.isYou === true
  const label = isYours ? 'Hand it back' : owner === null ? 'I take care of it' : 'I take it over'
  return (
    <Form method="post" action={adminPath('tasks')} preventScrollReset>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="from" value={owner === null ? 'nobody' : 'another'} />
      <input type="hidden" name={backField} value={pathname + search} />
      <Button
        type="submit"
        variant="ghost"
        size={size}
        name={intentField}
        value={isYours ? handBack : 'take'}
        aria-label={`${label}: ${about}`}
      >
        {label}
      </Button>
    </Form>
  )
}
