// A step of a commission with somebody's words: what it does, and a text field.

import type { ReactNode } from 'react'
import type { Endpoint } from '#contracts/endpoint.ts'
import { maxCommissionTextLength } from '#rules/commissions/commission-limits.ts'
import { request } from '#web/api/browser.ts'
import type { Refused } from '#web/api/result.ts'
import { TextArea } from '#web/forms/field.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'

export type WordsDialogProps = {
  title: string
  submit: string
  submitting: string
  /** Of an endpoint whose input has the text in `field`. */
  contract: () => Promise<Endpoint>
  route: Endpoint['route']
  /** The other fields of its input. */
  constants: Record<string, string>
  field: {
    name: string
    label: ReactNode
    hint?: ReactNode
    initial?: string
    isOptional?: boolean
  }
  isDangerous?: boolean
  /** What the dialog says of a refusal. */
  failureOf: (refused: Refused) => Refused
  onDone: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

export default function WordsDialog(props: WordsDialogProps) {
  const { title, submit, submitting, contract, route, constants, field, isDangerous } = props
  const form = useForm({
    contract,
    constants,
    async send(fields) {
      const result = await request(route, fields)
      return result.ok ? result : props.failureOf(result)
    },
    onDone: () => props.onDone(),
  })
  return (
    <FormDialog {...{ title, submit, submitting, form, isDangerous }} onClose={props.onClose}>
      {props.children}
      <TextArea
        {...form.fields.other(field.name)}
        defaultValue={field.initial}
        required={!field.isOptional}
        label={field.label}
        hint={field.hint}
        maxLength={maxCommissionTextLength}
        showCount
        rows={4}
      />
    </FormDialog>
  )
}
