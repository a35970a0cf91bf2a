// What waits for a person in the admin's area, and may have an admin who takes care of it.

export const taskKinds = [
  'payment',
  'refund_request',
  'refund',
  'found_refund',
  'transfer',
  'reversal',
  'bank_dispute',
  'movement',
  'difference',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** As an admin's note in the audit log has them. */
export const taskNames: Record<TaskKind, string> = {
  payment: 'the payment',
  refund_request: 'the request for a refund',
  refund: 'the refund',
  found_refund: 'the refund made at the card provider',
  transfer: 'the transfer',
  reversal: 'the debt or reversal',
  bank_dispute: 'the bank dispute',
  movement: 'the movement',
  difference: 'the difference',
}

/** What a list of tasks can be narrowed to. */
export const taskOwners = ['mine', 'nobody'] as const
export type TaskOwners = (typeof taskOwners)[number]
