// The states of an artist's transfer: a commission's room and the artist's sales read the same state.

/**
 * `owed` before it is sent for the first time, `on_its_way` while its outcome is not known, `sent` once the card provider has
 * made it, `settled` if an operator has paid it in another way, `netted` if all of it has paid what the artist owed,
 * `written_off` if it could never be sent and is kept for the artist. The others wait: `refused` is tried again, `account` needs something from the artist, `checked` is an account that the card provider
 * looks at, `held` and `failed` (refused for two weeks) are for our team, and `disputed` is for the customer's bank.
 */
export const transferStates = [
  'owed',
  'on_its_way',
  'refused',
  'account',
  'checked',
  'held',
  'disputed',
  'failed',
  'sent',
  'settled',
  'netted',
  'written_off',
] as const
export type TransferState = (typeof transferStates)[number]

/** Not sent, and something prevents it. */
const waitingStates = ['refused', 'account', 'checked', 'held', 'disputed', 'failed'] as const
type WaitingState = (typeof waitingStates)[number]

/** The artist has the money, or has paid with it. */
export function isPaid(state: TransferState): boolean {
  return state === 'sent' || state === 'settled' || state === 'netted'
}

export function isWaiting(state: TransferState): state is WaitingState {
  return waitingStates.some((one) => one === state)
}

/** Why it waits, for its artist; of an account, see `unreadyAccountSentence`. */
export const waitingTexts: Record<Exclude<WaitingState, 'account' | 'checked'>, string> = {
  refused: 'The card provider answered with an error. We try again.',
  held: 'We are holding this transfer while we look into a question.',
  disputed:
    'The customer disputes the payment at the bank. We send it if the bank decides that the payment stands.',
  failed: 'The card provider has refused this transfer for two weeks. Our team has been told.',
}
