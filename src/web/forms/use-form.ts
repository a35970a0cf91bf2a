// A form that the browser sends itself: checked by its contract, sent, and refused at its fields.

import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { invalidInputMessage } from '#rules/errors/general-messages.ts'
import { networkError } from '#web/api/network-error.ts'
import type { CodeOf, Issue, Refused, Result } from '#web/api/result.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { atField, formFields, type FieldOfCode, type FormTexts } from './form-fields.ts'

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
  /** The texts that the fields begin with, by the fields' names. */
  initial?: FormTexts
  /** What of the form is checked and sent; all of it by default. */
  read?: (form: FormData) => FormData
  /** What the contract does not know, such as a file that was sent before. */
  ownIssues?: (form: FormData) => Issue[]
}

/** The attributes of the form's element. */
export type FormProps = ReturnType<typeof useForm>['formProps'] & {
  onInput?: (event: FormEvent<HTMLFormElement>) => void
}

export function useForm<Call extends Endpoint>(options: FormOptions<Call>) {
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isPending, setIsPending] = useState(false)
  const [round, setRound] = useState(1)
  const isSubmitting = useRef(false)
  useLoadedCheck(options.contract)

  async function submit(form: FormData): Promise<void> {
    isSubmitting.current = true
    setRefused(null)
    // Until the page has dealt with the success, another press would send the form again.
    await sendAndShow(form).finally(() => {
      isSubmitting.current = false
      setIsPending(false)
    })
  }

  async function sendAndShow(form: FormData): Promise<void> {
    const sent = await resultOf(options, form, () => setIsPending(true))
    if (sent === null) return
    if (!sent.ok) return setRefused(atField(sent, options.fieldOfCode ?? {}))
    setRound((last) => last + 1)
    await options.onDone(sent.value)
  }

  return {
    fields: formFields<Call>(refused, options.initial),
    refused,
    isPending,
    /** The form's key: a new value gives the fields their initial texts. */
    round,
    /** Back to the initial texts, without errors. */
    reset() {
      setRefused(null)
      setRound((last) => last + 1)
    },
    formProps: {
      // No browser validation: all errors are shown in one place and with our messages.
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        if (!isSubmitting.current) void submit(new FormData(event.currentTarget))
      },
    },
  }
}

/**
 * The check is there when the form is submitted, even if the connection is lost or the site updated meanwhile: some
 * browsers keep the failure of a module until the page is reloaded, with what was typed.
 */
function useLoadedCheck(contract: () => Promise<Endpoint>): void {
  const load = useEffectEvent(() => {
    // A failure is that of the submission, which loads it again.
    void import('./form-issues.ts').then(contract).catch(() => undefined)
  })
  useEffect(() => whenIdle(() => load()), [])
}

/** The result of checking the form and, if it is valid, of sending it. */
async function resultOf<Call extends Endpoint>(
  options: FormOptions<Call>,
  form: FormData,
  onSending: () => void,
) {
  if (options.refusedFirst) return options.refusedFirst
  const checked = await check(options, form).catch(() => null)
  if (checked === null) return networkError
  const issues = [...(options.ownIssues?.(form) ?? []), ...checked.issues]
  if (issues.length > 0) return invalid(issues)
  onSending()
  // They fit the schema: there are no issues.
  return options.send(checked.fields as z.input<Call['input']>, form)
}

async function check<Call extends Endpoint>(
  { contract, constants, read = (whole) => whole }: FormOptions<Call>,
  form: FormData,
) {
  const { checkForm } = await import('./form-issues.ts')
  return checkForm(contract, read(form), constants)
}

function invalid(issues: Issue[]): Refused<never> {
  return { ok: false, status: 400, code: 'invalid_input', message: invalidInputMessage, issues }
}
