// The facts of a payment as lines of text: in the fields that the bank reads, and in the documents that are made for it.

import { refundsPath, termsPath } from '#rules/page-paths.ts'
import type { Happening } from './commission-facts.ts'
import type { PaymentFacts } from './payment-facts.ts'

/** '2026-11-28 14:05 UTC': banks of any country read it. */
export function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export const happeningLine = ({ at, words }: Happening): string => `${moment(at)} ${words}`

export function inOrder(...lists: Happening[][]): Happening[] {
  return lists.flat().toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

export function loginLines({ logins }: PaymentFacts): string[] {
  return logins.map(
    (login) => `${happeningLine(login)}, and was there until ${moment(login.until)}`,
  )
}

export function playLines({ plays }: PaymentFacts): string[] {
  return plays.map(({ title, plays: count, wholePlays }) => {
    const whole = wholePlays === 0 ? '' : `, ${times(wholePlays)} to its end`
    return `“${title}” was played in full length ${times(count)}${whole}; times of plays are not stored.`
  })
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

/** Only what is known: before the acceptance was stored with each payment, what the pages said. */
export function termsLines(facts: PaymentFacts, publicUrl: string): string[] {
  const { registeredAt, checkoutOpenedAt, terms } = facts
  return [
    `Rules for refunds: ${publicUrl}${refundsPath}. Terms: ${publicUrl}${termsPath}.`,
    terms === null
      ? `The pages on which the customer registered (${moment(registeredAt)}) and opened the checkout (${moment(checkoutOpenedAt)}) say that the terms are accepted with it.`
      : `The customer accepted the terms, in their version of ${terms.version}, on ${moment(terms.acceptedAt)}, by the button beside which that stands and which opened the checkout. The page on which the customer registered (${moment(registeredAt)}) says so, too.`,
    'The text there says that a track can no longer be cancelled once its download or its full recording has been started.',
  ]
}
