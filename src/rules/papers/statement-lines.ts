// What a line of an artist's monthly statement is: each booking of the ledger that moves what is owed to the artist, or what
// the artist owes, is of one kind.

export const statementLineKinds = [
  'sale',
  'refund',
  'dispute',
  'dispute_won',
  'owed_again',
  'netting',
  'transfer',
  'written_off',
  'reversal',
  'debt_closed',
  'debt_opened_again',
  'found_reversal',
  'explained_reversal',
] as const
export type StatementLineKind = (typeof statementLineKinds)[number]

export const statementLineNames: Record<StatementLineKind, string> = {
  sale: 'Sales',
  refund: 'Refunds',
  dispute: 'Lost bank disputes',
  dispute_won: 'Bank disputes won after all',
  owed_again: 'Owed to you again',
  netting: 'Netting',
  transfer: 'Transfers to your account',
  written_off: 'Kept for you',
  reversal: 'Taken back from your account',
  debt_closed: 'Paid to us, or written off',
  debt_opened_again: 'No longer written off',
  found_reversal: 'Taken back by hand',
  explained_reversal: 'Taken back by hand before',
}

/** What a kind means, for the artist. */
export const statementLineTexts: Record<StatementLineKind, string> = {
  sale: 'your share of what was sold',
  refund: 'your share of what was refunded to customers',
  dispute: 'your share of what customers’ banks have taken back',
  dispute_won: 'what customers’ banks have returned',
  owed_again: 'what was taken from you for them, and is yours again',
  netting: 'what your sales have paid of what you owed',
  transfer: 'also what was paid to you in another way',
  written_off: 'what could not be sent to you: write to us to have it paid',
  reversal: 'what has paid what you owed',
  debt_closed: 'what you do not owe any more',
  debt_opened_again: 'what the bank’s new decision has paid instead of you',
  found_reversal: 'what was taken back before its refund was known',
  explained_reversal: 'what counts for a refund that is known now',
}

/** These are always among the sums of a statement; the others only if there are any. */
const alwaysSummed = new Set<StatementLineKind>(['sale', 'refund', 'netting', 'transfer'])

/** What is owed to the artist, and what the artist owes. */
export type ArtistBalance = { owedPence: number; owingPence: number }

export type StatementSum = ArtistBalance & { kind: StatementLineKind; lines: number }

/** In the order of the kinds. */
export function withUsualSums(sums: readonly StatementSum[]): StatementSum[] {
  return statementLineKinds.flatMap((kind) => {
    const found = sums.find((sum) => sum.kind === kind)
    if (found) return [found]
    return alwaysSummed.has(kind) ? [{ kind, lines: 0, owedPence: 0, owingPence: 0 }] : []
  })
}

/** Negative: the artist owes more than is owed to them. */
export function balanceOf({ owedPence, owingPence }: ArtistBalance): number {
  return owedPence - owingPence
}

/** So many lines stand on the page; the file has all of them. */
export const maxShownStatementLines = 1_000

/** Statements are made from this day of the following month on: by then its bookings cannot change. */
export const statementDay = 2
