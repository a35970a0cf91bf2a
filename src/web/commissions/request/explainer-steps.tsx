// How commissions work, for who has not bought one yet.

import { deliveryPreviewSeconds } from '#rules/commissions/commission-limits.ts'
import type { CommissionSpans } from '#rules/commissions/commission-spans.ts'
import { payTimeText, silentApprovalText } from '#rules/commissions/span-texts.ts'
import { refundsPath } from '#rules/page-paths.ts'
import { useSpans } from '#web/api/use-spans.ts'
import { PageLink } from '#web/ui/page-link.tsx'

export const explainerTitle = 'Backing Track Commission Service – How It Works'

const stepsOf = (spans: CommissionSpans) => [
  `You say what you wish for. The artist answers within ${spans.answerDays} days.`,
  `If the artist accepts, you have ${payTimeText(spans)} to pay by card. Until then nothing is charged.`,
  'Your money is held while the artist records. If nothing comes of it, you get all of it back.',
  `You hear ${deliveryPreviewSeconds} seconds of the recording, and approve it or ask for changes.`,
  `With your approval the artist is paid and the full track is yours, in My Tracks. Without a word from you it is approved ${silentApprovalText(spans)}.`,
]

export function ExplainerSteps() {
  const steps = stepsOf(useSpans())
  return (
    <>
      <ol className="explainer-steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <PageLink href={`${refundsPath}#commissions`} target="_blank">
          When you get your money back
        </PageLink>{' '}
        (opens in a new tab)
      </p>
    </>
  )
}
