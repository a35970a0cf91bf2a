// The catalogue of refusals, the expected errors: each with its HTTP status and its message for the user. Each
// feature's refusals are in a file of their own beside this one, which joins them.

import { accountErrors } from './account-errors.ts'
import { audioErrors } from './audio-errors.ts'
import { cartErrors } from './cart-errors.ts'
import { paymentErrors } from './payment-errors.ts'
import { requestErrors } from './request-errors.ts'
import { uploadErrors } from './upload-errors.ts'

const refusals = {
  ...requestErrors,
  ...accountErrors,
  ...cartErrors,
  ...paymentErrors,
  ...uploadErrors,
  ...audioErrors,
} as const

export type RefusalCode = keyof typeof refusals

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code)
}

export function refusalStatus(code: RefusalCode): number {
  return refusals[code].status
}

export function refusalMessage(code: RefusalCode): string {
  return refusals[code].message
}

/** Shown to the user after an unexpected error. */
export const unexpectedErrorMessage = 'An error occurred.'

/** Shown above a form whose invalid fields have their own messages. */
export const invalidInputMessage = 'Please check the highlighted fields.'

/** An expected error whose message is safe to show. Anything else that is thrown is an unexpected error. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number

  constructor(code: RefusalCode, options?: { cause: unknown }) {
    super(refusals[code].message, options)
    this.code = code
    this.status = refusals[code].status
  }
}
