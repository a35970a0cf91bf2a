// The postings of a bank's decision about a dispute. The movements on the balance are booked by their type
// (balance-postings.ts).

import type { Entry, Posting } from './ledger-postings.ts'

/** The artist has to give this back. */
export type LostShare = { artistId: string; pence: number }

type Decided = {
  disputeId: string
  paymentId: string
  pence: number
  /** Of it, those of the artists; none if the platform bears it all. */
  shares: readonly LostShare[]
}

export function factOfLostDispute(disputeId: string): string {
  return `dispute_lost:${disputeId}`
}

/** The customer keeps what the bank has taken back. */
export function postingOfLostDispute({ disputeId, ...lost }: Decided): Posting {
  const { paymentId } = lost
  return { fact: factOfLostDispute(disputeId), paymentId, entries: entriesOf(lost, 1) }
}

export function postingOfWonBackDispute({ disputeId, ...lost }: Decided): Posting {
  const { paymentId } = lost
  return { fact: `dispute_won_back:${disputeId}`, paymentId, entries: entriesOf(lost, -1) }
}

function entriesOf({ pence, shares }: Pick<Decided, 'pence' | 'shares'>, sign: 1 | -1): Entry[] {
  const takenPence = shares.reduce((sum, share) => sum + share.pence, 0)
  const entries: Entry[] = [
    { account: 'losses', pence: sign * (pence - takenPence) },
    ...shares.map(({ artistId, pence: share }): Entry => ({
      account: 'artist_receivable',
      artistId,
      pence: sign * share,
    })),
    { account: 'disputed', pence: -sign * pence },
  ]
  return entries.filter((entry) => entry.pence !== 0)
}
