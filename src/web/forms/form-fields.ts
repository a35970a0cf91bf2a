// What a form's fields get from its endpoint: their names, whether they are required, and the errors of a refusal.

import type { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { invalidInputMessage } from '#rules/errors/general-messages.ts'
import type { CodeOf, Refused } from '#web/api/result.ts'
import { errorsByField } from './error-summary.tsx'

export type FieldName<Call extends Endpoint> = keyof z.input<Call['input']> & string

type OptionalName<Call extends Endpoint> = {
  [Name in FieldName<Call>]: undefined extends z.input<Call['input']>[Name] ? Name : never
}[FieldName<Call>]

/** The fields of the refusals that only the server can detect. */
export type FieldOfCode<Call extends Endpoint> = Partial<
  Record<CodeOf<Call>, FieldName<Call> | FileField<Call>>
>

type FileField<Call extends Endpoint> = NonNullable<Call['file']>['field']

/** The text of each field; that of a checked box is 'on'. */
export type FormTexts = Partial<Record<string, string>>

export type FormFields<Call extends Endpoint> = ReturnType<typeof formFields<Call>>

/** `typed` is what the fields begin with, for example the text of a form that the server has refused. */
export function formFields<Call extends Endpoint>(
  refused: Refused | null | undefined,
  typed: FormTexts = {},
) {
  const errors = errorsByField(refused?.issues)
  const props = (name: string) => ({ name, error: errors[name], defaultValue: typed[name] })
  return {
    /** For a field without which the contract refuses the form; another one does not compile. */
    required: (name: Exclude<FieldName<Call>, OptionalName<Call>>) => ({
      ...props(name),
      required: true,
    }),
    optional: (name: OptionalName<Call>) => ({ ...props(name), required: false }),
    file: (name: FileField<Call>) => ({ name, error: errors[name], required: true }),
    /** For a field that the contract does not have, such as a file that is sent before. */
    other: (name: string) => ({ name, error: errors[name], required: false }),
  }
}

/** A refusal with a field becomes the error of that field. */
export function atField<Code extends string>(
  refused: Refused,
  fieldOfCode: Partial<Record<Code, string>>,
): Refused {
  const fields: Partial<Record<string, string>> = fieldOfCode
  const field = fields[refused.code]
  if (field === undefined) return refused
  const issues = refused.issues ?? [{ path: [field], message: refused.message }]
  return { ...refused, message: invalidInputMessage, issues }
}
