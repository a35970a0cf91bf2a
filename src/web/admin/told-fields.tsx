// The two texts of a decision of which somebody is told, in a form that works without a script.

import type { ChangeEventHandler } from 'react'
import { maxReasonLength } from '#rules/admin/admin-actions.ts'
import { TextArea } from '#web/forms/field.tsx'
import { NoteField } from './note-field.tsx'

type FieldProps = {
  name: string
  error: string | undefined
  defaultValue: string | undefined
  required: boolean
  onChange?: ChangeEventHandler<HTMLTextAreaElement>
}

type ToldFieldsProps = { reason: FieldProps; note: FieldProps; hint: string }

/** @param hint who is told the reason */
export function ToldFields({ reason, note, hint }: ToldFieldsProps) {
  return (
    <>
      <TextArea
        {...reason}
        label="Reason"
        hint={hint}
        rows={4}
        maxLength={maxReasonLength}
        showCount
      />
      <NoteField {...note} label="Note" rows={2} />
    </>
  )
}
