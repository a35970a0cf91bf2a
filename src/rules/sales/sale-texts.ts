// The names of the kinds and states of sales.

import type { SaleKind, SaleState } from './sale-process.ts'

export const saleKindNames: Record<SaleKind, string> = {
  track: 'Track',
  commission: 'Commission',
}

export const saleStateNames: Record<SaleState, string> = {
  held: 'Held',
  owed: 'To be transferred',
  on_its_way: 'On its way',
  waiting: 'Waiting',
  transferred: 'Transferred',
  returned: 'Sent back',
  free: 'Nothing to transfer',
}

/** What a state means, for its artist. */
export const saleStateTexts: Record<Exclude<SaleState, 'waiting' | 'transferred'>, string> = {
  held: 'Paid, and held until the commission is approved or cancelled.',
  owed: 'Sent to your account within minutes.',
  on_its_way: 'Sent, and not confirmed by the card provider yet.',
  returned: 'The singer gets everything back.',
  free: 'You gave it away.',
}
