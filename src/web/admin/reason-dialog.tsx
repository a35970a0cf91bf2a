// Asks an admin for the words of an action, and says what the action does. What people are told and what only admins read
// are two fields, so that a private remark is never sent.

import { useState, type ReactNode } from 'react'
import type { Endpoint } from '#contracts/endpoint.ts'
import { longestNote, longestReason } from '#rules/admin/admin-actions.ts'
import { request } from '#web/api/browser.ts'
import type { Refused } from '#web/api/result.ts'
import { TextArea } from '#web/forms/field.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { NoticePreview, type ToldNotice } from './notice-preview.tsx'

/** Who is told of an action; without it nobody is, and the dialog asks for a note alone. */
export type Told = {
  /** Of the field: 'What Rosa is told'. */
  label: string
  hint?: string
  notices: readonly ToldNotice[]
}

export type ReasonDialogProps = {
  title: string
  submit: string
  submitting: string
  /** Of an endpoint whose input has a `note` and, if somebody is told, a `reason`. */
  contract: () => Promise<Endpoint>
  route: Endpoint['route']
  /** The other fields of its input. */
  constants: Record<string, string | boolean>
  onDone: () => void | Promise<void>
  told?: Told | undefined
  isDangerous?: boolean
  /** Called with a refusal, which the dialog shows, too. */
  onRefused?: (refused: Refused) => void
  onClose: () => void
  children: ReactNode
}

export default function ReasonDialog(props: ReasonDialogProps) {
  const { title, submit, submitting, contract, route, constants, onDone, onClose } = props
  const { told, isDangerous } = props
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
    <FormDialog {...{ title, submit, submitting, form, isDangerous, onClose }}>
      {props.children}
      {told && <ToldField {...form.fields.other('reason')} told={told} />}
      <TextArea
        {...form.fields.other('note')}
        required={!told}
        rows={told ? 2 : 4}
        label="Note for admins"
        hint="Nobody is sent it. It stands in the audit log."
        maxLength={longestNote}
        showCount
      />
    </FormDialog>
  )
}

function ToldField({ told, ...field }: { told: Told; name: string; error: string | undefined }) {
  const [reason, setReason] = useState('')
  return (
    <>
      <TextArea
        {...field}
        required
        rows={3}
        label={told.label}
        {...(told.hint !== undefined && { hint: told.hint })}
        maxLength={longestReason}
        showCount
        onChange={(event) => setReason(event.target.value)}
      />
      <NoticePreview notices={told.notices} reason={reason} />
    </>
  )
}
