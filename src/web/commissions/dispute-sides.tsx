import type { Commission, Dispute } from '#contracts/commissions/commission.ts'
import type { DisputeOutcome } from '#rules/commissions/dispute-process.ts'
import { Passage } from './passage.tsx'

type SidesProps = { commission: Pick<Commission, 'customer' | 'artist'>; dispute: Dispute }

/** What was said, and what was decided. */
export function DisputeSides({ commission: { customer, artist }, dispute }: SidesProps) {
  const { description, openedAt, answer, answeredAt, isUnanswered, outcome, decision } = dispute
  return (
    <>
      <Passage by={customer.name} at={openedAt} text={description} />
      {answer !== null && answeredAt !== null && (
        <Passage by={artist.name} at={answeredAt} text={answer} />
      )}
      {answer === null && isUnanswered && (
        <p className="commission-hint">
          <bdi>{artist.name}</bdi> has not answered in time.
        </p>
      )}
      {outcome !== null && <p className="dispute-outcome">{outcomeNames[outcome]}</p>}
      {decision !== null && dispute.resolvedAt !== null && (
        <Passage by="Our team" at={dispute.resolvedAt} text={decision} />
      )}
    </>
  )
}

const outcomeNames: Record<DisputeOutcome, string> = {
  release: 'Decided for the artist: the recording is approved.',
  partial: 'Decided for both: the recording is approved for a part of the price.',
  refund: 'Decided for the customer: the money goes back.',
  extra_revision:
    'Decided: the artist delivers once more, and one more request for changes is possible.',
  ended: 'The customer has ended the dispute.',
  approved: 'The customer has approved the recording.',
  held_too_long: 'The money could not be held any longer, and goes back.',
}
