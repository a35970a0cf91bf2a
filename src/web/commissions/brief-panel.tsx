// What the customer asked for, what was promised, and what the parties have said.

import type { ReactNode } from 'react'
import type { Commission } from '#contracts/commissions/commission.ts'
import { trackPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Passage } from './passage.tsx'

export function BriefPanel({ commission }: { commission: Commission }) {
  const { requirements, guideTrackUrl, artistMessage, artist, trackId } = commission
  const answeredAt = commission.timeline.find(
    ({ step }) => step === 'accept' || step === 'reject',
  )?.at
  return (
    <Panel aria-labelledby="brief-heading" className="panel-stack">
      <h2 id="brief-heading">The request</h2>
      <p className="user-text" dir="auto">
        {requirements}
      </p>
      {guideTrackUrl !== null && (
        <p>
          Reference:{' '}
          <a
            href={guideTrackUrl}
            rel="nofollow ugc noopener"
            target="_blank"
            className="outside-link"
          >
            {guideTrackUrl}
          </a>
        </p>
      )}
      {trackId !== null && (
        <p>
          <PageLink href={trackPath(trackId)}>The track to record anew</PageLink>
        </p>
      )}
      <Facts commission={commission} />
      {artistMessage !== null && answeredAt !== undefined && (
        <Passage by={artist.name} at={answeredAt} text={artistMessage} />
      )}
    </Panel>
  )
}

function Facts({ commission }: { commission: Commission }) {
  const { viewer, deliveryDays, revisionCount, maxRevisions, createdAt } = commission
  const { customerCommissionPricePence, commissionPricePence } = commission
  return (
    <dl className="commission-facts">
      {viewer !== 'artist' && (
        <Fact name={viewer === 'customer' ? 'You pay' : 'The customer pays'}>
          {formatPence(customerCommissionPricePence)}
        </Fact>
      )}
      {viewer !== 'customer' && (
        <Fact name={viewer === 'artist' ? 'You receive' : 'The artist receives'}>
          {formatPence(commissionPricePence)}
        </Fact>
      )}
      <Fact name="Delivery promise">{deliveryDays === 1 ? '1 day' : `${deliveryDays} days`}</Fact>
      <Fact name="Revisions used">{`${revisionCount}/${maxRevisions}`}</Fact>
      <Fact name="Sung guide">
        {commission.singerRequestedGuideTrack ? 'Wished for' : 'Not asked for'}
      </Fact>
      <Fact name="Requested">
        <DateText iso={createdAt} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The customer's newest wish, before everything else that the artist reads. */
export function FeedbackPanel({ commission }: { commission: Commission }) {
  const { revisionFeedback, status, viewer, timeline, customer } = commission
  const isAsked = status === 'in_progress' && revisionFeedback !== null
  if (!isAsked || viewer === 'customer') return null
  const at = timeline.findLast(({ step }) => step === 'requestChanges')?.at ?? commission.updatedAt
  return (
    <Panel aria-labelledby="feedback-heading" className="panel-stack">
      <h2 id="feedback-heading">Changes requested</h2>
      <Passage by={customer.name} at={at} text={revisionFeedback} />
    </Panel>
  )
}
