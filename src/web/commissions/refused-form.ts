// What the plain forms of a page know: the key of one press, and what was typed into the one that was refused.

import { createContext, useContext } from 'react'
import type { Refused } from '#web/api/result.ts'
import { formText } from '#web/forms/form-text.ts'
import type { PlainStep } from './plain-steps.ts'

/** Texts by the names of their fields. */
export type SentFields = Readonly<Record<string, string>>

export type RefusedForm = Refused & { sent: SentFields }

export function sentFieldsOf(form: FormData): SentFields {
  return Object.fromEntries([...form.keys()].map((name) => [name, formText(form, name)]))
}

type PlainForms = { requestKey: string; refused: RefusedForm | null }

export const PlainForms = createContext<PlainForms>({ requestKey: '', refused: null })

/** The key of one press of a plain form's button. */
export const useRequestKey = (): string => useContext(PlainForms).requestKey

const nothing: SentFields = {}

/** What was typed into the form of these steps, if it was refused: the form begins with it again. */
export function useSentFields(...steps: PlainStep[]): SentFields {
  const { refused } = useContext(PlainForms)
  return steps.some((step) => step === refused?.sent.step) ? (refused?.sent ?? nothing) : nothing
}
