// The catalogue of refusals, the expected errors: each with its HTTP status and its message for the user. Each
// feature's refusals are in a file of their own beside this one, which joins them.

import { accountErrors } from './account-errors.ts'
import { adminErrors } from './admin-errors.ts'
import { bankDisputeErrors } from './bank-dispute-errors.ts'
import { artistErrors } from './artist-errors.ts'
import { audioErrors } from './audio-errors.ts'
import { cartErrors } from './cart-errors.ts'
import { commissionErrors } from './commission-errors.ts'
import { contactErrors } from './contact-errors.ts'
import { flagErrors } from './flag-errors.ts'
import { licenceErrors } from './licence-errors.ts'
import { noteErrors } from './note-errors.ts'
import { messageErrors } from './message-errors.ts'
import { paymentErrors } from './payment-errors.ts'
import { paymentSetupErrors } from './payment-setup-errors.ts'
import { refundErrors } from './refund-errors.ts'
import { renditionErrors } from './rendition-errors.ts'
import { reviewErrors } from './review-errors.ts'
import { requestErrors } from './request-errors.ts'
import { trackErrors } from './track-errors.ts'
import { uploadErrors } from './upload-errors.ts'

const refusals = {
  ...requestErrors,
  ...accountErrors,
  ...cartErrors,
  ...paymentErrors,
  ...paymentSetupErrors,
  ...refundErrors,
  ...trackErrors,
  ...renditionErrors,
  ...uploadErrors,
  ...audioErrors,
  ...licenceErrors,
  ...reviewErrors,
  ...flagErrors,
  ...adminErrors,
  ...bankDisputeErrors,
  ...contactErrors,
  ...artistErrors,
  ...commissionErrors,
  ...noteErrors,
  ...messageErrors,
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

type FieldIssue = { path: string[]; message: string }
type RefusalOptions = {
  cause?: unknown
  retryAfterSeconds?: number
  issues?: FieldIssue[]
  /** What stands in the message for `{name}`. */
  values?: Record<string, number>
}

/** An expected error whose message is safe to show. Anything else that is thrown is an unexpected error. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  /** When the same request may succeed. */
  readonly retryAfterSeconds: number | undefined
  /** What else is refused in the same form, each at its field. */
  readonly issues: FieldIssue[] | undefined

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    const { retryAfterSeconds, issues, values, ...rest } = options
    super(withValues(refusals[code].message, values), rest)
    this.code = code
    this.status = refusals[code].status
    this.retryAfterSeconds = retryAfterSeconds
    this.issues = issues
  }
}

function withValues(message: string, values: Record<string, number> = {}): string {
  return message.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
