// A form that the browser sends itself: checked by its contract, sent, and refused at its fields.

import { useRef, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { invalidInputMessage } from '#rules/errors/refusal.ts'
import { networkError } from '#web/api/network-error.ts'
import type { CodeOf, Issue, Refused, Result } from '#web/api/result.ts'
import { atField, formFields, type FieldOfCode } from './form-fields.ts'

type FormOptions<Call extends Endpoint> = {
  /** `async () => (await import('#contracts/tracks.ts')).editTrack`: no page's script contains the schema. */
  contract: () => Promise<Call>
  /** Values that no field has, such as the id in the path. */
  constants?: Partial<z.input<Call['input']>>
  /** Null when the user has cancelled. A file is only in `form`. */
  send: (
    fields: z.input<Call['input']>,
    form: FormData,
  ) => Promise<Result<z.output<Call['output']>, CodeOf<Call>> | null>
  /** Called after success, with an empty form. */
  onDone: (value: z.output<Call['output']>) => void | Promise<void>
  /** A refusal that is known before the form is checked. */
  refusedFirst?: Refused<CodeOf<Call>> | null
  fieldOfCode?: FieldOfCode<Call>
}

export type FormProps = ReturnType<typeof useForm>['formProps']

export function useForm<Call extends Endpoint>(options: FormOptions<Call>) {
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isPending, setIsPending] = useState(false)
  const [round, setRound] = useState(1)
  const isSubmitting = useRef(false)

  async function submit(form: FormData): Promise<void> {
    isSubmitting.current = true
    setRefused(null)
    const result = await resultOf(form).finally(() => {
      isSubmitting.current = false
      setIsPending(false)
    })
    if (result === null) return
    if (!result.ok) return setRefused(atField(result, options.fieldOfCode ?? {}))
    setRound((last) => last + 1)
    await options.onDone(result.value)
  }

  async function resultOf(form: FormData) {
    if (options.refusedFirst) return options.refusedFirst
    const checked = await check(form).catch(() => null)
    if (checked === null) return networkError
    if (checked.issues.length > 0) return invalid(checked.issues)
    setIsPending(true)
    // They fit the schema: there are no issues.
    return options.send(checked.fields as z.input<Call['input']>, form)
  }

  async function check(form: FormData) {
    const { checkForm } = await import('./form-issues.ts')
    return checkForm(options.contract, form, options.constants)
  }

  return {
    fields: formFields<Call>(refused),
    refused,
    isPending,
    /** The form's key: a new value empties the form. */
    round,
    formProps: {
      // No browser validation: all errors are shown in one place and with our messages.
      noValidate: true,
      /** The schema is there when the form is submitted, even if the site is updated meanwhile. */
      onFocus() {
        void import('./form-issues.ts').then(options.contract).catch(() => undefined)
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        if (!isSubmitting.current) void submit(new FormData(event.currentTarget))
      },
    },
  }
}

function invalid(issues: Issue[]): Refused<never> {
  return { ok: false, status: 400, code: 'invalid_input', message: invalidInputMessage, issues }
}
