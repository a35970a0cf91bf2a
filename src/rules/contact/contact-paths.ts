// The paths of the contact form with something filled in already.

import { contactPath, withQuery } from '../page-paths.ts'
import type { ContactSubject } from './contact-limits.ts'

/** The form has that subject already. */
export function contactAboutPath(subject: ContactSubject): string {
  return withQuery(contactPath, { subject })
}

/** The form names the receipt, so that whoever answers finds the order. */
export function contactAboutReceiptPath(receiptNumber: string): string {
  return withQuery(contactPath, { receipt: receiptNumber })
}
