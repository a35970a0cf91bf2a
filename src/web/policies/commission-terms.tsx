// What the terms and the page about refunds say of recordings made to order.

import {
  deliveryPreviewSeconds,
  maxIncludedRevisions,
  usualRevisions,
} from '#rules/commissions/commission-limits.ts'
import { disputePromiseHours } from '#rules/commissions/commission-spans.ts'
import { payTimeText, silentApprovalText } from '#rules/commissions/span-texts.ts'
import { commissionServicePath, refundsPath, termsPath } from '#rules/page-paths.ts'
import {
  customerPricePence,
  formatPence,
  platformFeePercent,
  processingFeePence,
} from '#rules/price.ts'
import { useSpans } from '#web/api/use-spans.ts'
import { PageLink } from '#web/ui/page-link.tsx'

const examplePence = 4_000

export function CommissionTerms() {
  const spans = useSpans()
  return (
    <>
      <p>
        You can ask an artist who takes{' '}
        <PageLink href={commissionServicePath}>commissions</PageLink> for a recording made for you.
        The artist’s price, for any wish or for one of the artist’s offers, our {platformFeePercent}
        % of it, {formatPence(processingFeePence)} for processing, the promised time and the
        included revisions are those of the moment when you ask, whatever changes later.
      </p>
      <ul>
        <li>
          <strong>Asking.</strong> The artist accepts or declines within {spans.answerDays} days.
          Until you have paid, both of you can end it, and nothing is charged.
        </li>
        <li>
          <strong>Paying.</strong> After the acceptance you have {payTimeText(spans)} to pay by
          card. Then the contract begins, and so does the work.
        </li>
        <li>
          <strong>The money is held.</strong> We hold all of it until you approve the recording;
          only then is the artist paid. It is never held longer than {spans.longestHeldDay} days: by
          then the recording is approved, or the money goes back to you.
        </li>
        <li>
          <strong>Hearing it.</strong> You hear {deliveryPreviewSeconds} seconds of each delivery,
          and approve it or ask for changes. The price includes {usualRevisions} revisions, unless
          the artist offers another number, at most {maxIncludedRevisions}.
        </li>
        <li>
          <strong>Approving.</strong> With your approval the full recording is yours, in My Tracks,
          with the same licence as <a href="#licence">a track that you buy</a>. If you do not answer
          a delivery, it is approved {silentApprovalText(spans)}; we remind you before.
        </li>
        <li>
          <strong>Disagreeing.</strong> When no revision is left, you can open a dispute. The artist
          is asked for the other side, a person of our team decides, and you hear from us within{' '}
          {disputePromiseHours.from} to {disputePromiseHours.to} hours.
        </li>
        <li>
          <strong>Money back.</strong>{' '}
          <PageLink href={`${refundsPath}#commissions`}>When the money comes back</PageLink> is part
          of these terms.
        </li>
      </ul>
      <p>
        For artists: of a commission at {formatPence(examplePence)} the customer pays{' '}
        {formatPence(customerPricePence(examplePence))}, and you receive your price in full once the
        recording is approved. You confirm of it what you confirm of an upload. It is for this
        customer: it is not listed, and we sell it to nobody else.
      </p>
    </>
  )
}

export function CommissionRefunds() {
  const spans = useSpans()
  return (
    <>
      <p>
        What you pay for a recording made to order is held until you approve it, so most of this
        happens by itself. You get everything back that you paid, also our share of it,
      </p>
      <ul>
        <li>if the artist gives up, or one of you is suspended and we end it;</li>
        <li>
          if you cancel because the delivery is more than {spans.overdueDays} days late: the button
          appears then;
        </li>
        <li>
          if nothing is finished {spans.unfinishedDays} days after the payment, or a few days after
          the last request for changes;
        </li>
        <li>
          if a dispute, or a commission that we have stopped, is not decided {spans.longestHeldDay}{' '}
          days after the payment;
        </li>
        <li>if your payment arrives when the commission can no longer be paid.</li>
      </ul>
      <p>
        If you are not content when no revision is left, open a dispute. We then release the money
        to the artist, send all of it back to you, or divide it: you have the recording, the artist
        a part, and the rest of what you paid comes back. We can also have the artist deliver once
        more; you then have one more request for changes. How the money travels is said below.
      </p>
      <p>
        A recording made to your wishes cannot be cancelled without a reason once it is paid: that
        is an exception in the law, and the reason for the revisions. Your rights if it is not what
        was agreed stay as they are. The whole process is in the{' '}
        <PageLink href={`${termsPath}#commissions`}>terms</PageLink>.
      </p>
    </>
  )
}
