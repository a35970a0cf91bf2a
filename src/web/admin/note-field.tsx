import type { ComponentProps } from 'react'
import { maxNoteLength } from '#rules/admin/admin-actions.ts'
import { TextArea, TextField } from '#web/forms/field.tsx'

type NoteFieldProps = Omit<ComponentProps<typeof TextArea>, 'label'> & { label?: string }

/** Why an admin does something: a field of the forms of all acts. */
export function NoteField({ label = 'Reason', ...field }: NoteFieldProps) {
  return (
    <TextArea
      rows={4}
      {...field}
      label={label}
      hint="For admins only. It stands in the audit log."
      maxLength={maxNoteLength}
      showCount
    />
  )
}

/** The field of acts that ask for a code of their own. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...field}
      label="Code of your authenticator app"
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  )
}
