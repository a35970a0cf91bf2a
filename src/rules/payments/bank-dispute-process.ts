// The life of a bank dispute: a customer disputes a card payment at the bank, which decides. Not the dispute of a commission,
// about which we decide.

import { defineProcess, type StatusOf, type StepOf } from '../process.ts'

export const bankDisputeProcess = defineProcess({
  statuses: ['inquiry', 'open', 'answered', 'lost', 'won', 'closed'],
  // The bank only asks, and no money moves. What begins as a dispute takes the next step at once.
  start: 'inquiry',
  steps: {
    // The bank takes the amount back while it decides.
    withdraw: { from: ['inquiry'], to: 'open', by: ['provider'] },
    // Our evidence is with the bank: sent by us, or in the provider's dashboard.
    answer: { from: ['open'], to: 'answered', by: ['admin', 'provider'] },
    lose: { from: ['open', 'answered'], to: 'lost', by: ['provider'] },
    // A bank can change its mind.
    win: { from: ['open', 'answered', 'lost'], to: 'won', by: ['provider'] },
    // The inquiry has not become a dispute.
    close: { from: ['inquiry'], to: 'closed', by: ['provider'] },
  },
})

export type BankDisputeStatus = StatusOf<typeof bankDisputeProcess>
export type BankDisputeStep = StepOf<typeof bankDisputeProcess>

/** The steps from the start to what the provider says. Those that a row has taken already are not taken again. */
export const stepsTo: Record<BankDisputeStatus, readonly BankDisputeStep[]> = {
  inquiry: [],
  open: ['withdraw'],
  answered: ['withdraw', 'answer'],
  lost: ['withdraw', 'lose'],
  won: ['withdraw', 'win'],
  closed: ['close'],
}

/** The bank has the amount, and decides: transfers of the payment wait. */
export const decidingStatuses = ['open', 'answered'] as const satisfies readonly BankDisputeStatus[]

/** The provider refuses refunds of the payment: the bank has the amount, or has given it back. */
export const unrefundableStatuses = [
  ...decidingStatuses,
  'lost',
] as const satisfies readonly BankDisputeStatus[]

/** Evidence can be sent, once. */
export const answerableStatuses = [
  'inquiry',
  'open',
] as const satisfies readonly BankDisputeStatus[]

/** Who bears what a lost dispute takes: the operator says so (DISPUTES_CHARGED_TO). */
export const disputeBearers = ['platform', 'artist'] as const
export type DisputeBearer = (typeof disputeBearers)[number]
