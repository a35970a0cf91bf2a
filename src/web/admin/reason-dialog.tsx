// Asks an admin for the words of an action, and says what the action does. What people are told and what only admins read
// are different fields, so that a private remark is never sent.

import { useState, type ReactNode } from 'react'
import type { Endpoint } from '#contracts/endpoint.ts'
import { maxNoteLength, maxReasonLength } from '#rules/admin/admin-actions.ts'
import { request } from '#web/api/browser.ts'
import type { Refused } from '#web/api/result.ts'
import { TextArea } from '#web/forms/field.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { NoticePreview, type ToldNotice, type ToldWords } from './notice-preview.tsx'

/** Who is told of an action; without it nobody is, and the dialog asks for a note alone. */
export type Told = {
  /** The label of the field: 'What Rosa is told'. */
  label: string
  hint?: string
  /** A field before it: what was claimed of the thing. The endpoint's input then has a `claim`. */
  claim?: { label: string; hint: string; maxLength: number }
  notices: readonly ToldNotice[]
}

type NamedField = { name: string; error: string | undefined }

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
  /** Fields of its own, before the texts; `field` gives each its name and its error. */
  renderFields?: ((field: (name: string) => NamedField) => ReactNode) | undefined
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
      {props.renderFields?.((name) => form.fields.other(name))}
      {told && (
        <ToldFields
          told={told}
          claim={form.fields.other('claim')}
          reason={form.fields.other('reason')}
        />
      )}
      <TextArea
        {...form.fields.other('note')}
        required={!told}
        rows={told ? 2 : 4}
        label="Note for admins"
        hint="Nobody is sent it. It stands in the audit log."
        maxLength={maxNoteLength}
        showCount
      />
    </FormDialog>
  )
}

type FieldState = { name: string; error: string | undefined }
type ToldFieldsProps = { told: Told; claim: FieldState; reason: FieldState }

function ToldFields({ told, claim, reason }: ToldFieldsProps) {
  const [words, setWords] = useState<ToldWords>({ reason: '', ...(told.claim && { claim: '' }) })
  const write = (changed: Partial<ToldWords>) => setWords((last) => ({ ...last, ...changed }))
  return (
    <>
      {told.claim && (
        <TextArea
          {...claim}
          {...told.claim}
          required
          rows={3}
          showCount
          onChange={(event) => write({ claim: event.target.value })}
        />
      )}
      <TextArea
        {...reason}
        required
        rows={3}
        label={told.label}
        {...(told.hint !== undefined && { hint: told.hint })}
        maxLength={maxReasonLength}
        showCount
        onChange={(event) => write({ reason: event.target.value })}
      />
      <NoticePreview notices={told.notices} words={words} />
    </>
  )
}
