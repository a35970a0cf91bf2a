// Asks an admin for the reason of an action, and says what the action does.

import type { ReactNode } from 'react'
import type { Endpoint } from '#contracts/endpoint.ts'
import { longestReason } from '#rules/admin/admin-actions.ts'
import { request } from '#web/api/browser.ts'
import type { Refused } from '#web/api/result.ts'
import { TextArea } from '#web/forms/field.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'

export type ReasonDialogProps = {
  title: string
  submit: string
  submitting: string
  /** Of an endpoint whose input has a `reason`. */
  contract: () => Promise<Endpoint>
  route: Endpoint['route']
  /** The other fields of its input. */
  constants: Record<string, string | boolean>
  onDone: () => void | Promise<void>
  /** Called with a refusal, which the dialog shows, too. */
  onRefused?: (refused: Refused) => void
  onClose: () => void
  children: ReactNode
}

export default function ReasonDialog(props: ReasonDialogProps) {
  const { title, submit, submitting, contract, route, constants, onDone, onClose } = props
  const form = useForm({
    contract,
    constants,
    send: async (fields) => {
      const result = await request(route, fields)
      if (!result.ok) props.onRefused?.(result)
      return result
    },
    onDone: () => onDone(),
  })
  return (
    <FormDialog {...{ title, submit, submitting, form, onClose }}>
      {props.children}
      <TextArea
        {...form.fields.other('reason')}
        required
        label="Reason"
        hint="For the audit log."
        maxLength={longestReason}
        showCount
      />
    </FormDialog>
  )
}
