// The status of a commission with its meaning, what is next, who acts and by when, and where the money is.

import type { Commission } from '#contracts/commissions/commission.ts'
import {
  commissionReasonText,
  commissionStatusNames,
  meaningOfStatus,
  moneyLines,
  repeatableReasons,
} from '#rules/commissions/commission-texts.ts'
import type { RefundState } from '#rules/commissions/refund-states.ts'
import { commissionRequestPath } from '#rules/commissions/commission-paths.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { contactAboutPath, contactAboutReceiptPath } from '#rules/contact/contact-paths.ts'
import { receiptPath } from '#rules/page-paths.ts'
import { useSpans } from '#web/api/use-spans.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ActionDock } from './action-dock.tsx'
import { hasRevisionLeft, nextStepFor } from './commission-facts.ts'
import { DeadlineText, LocalTime } from './deadline-text.tsx'
import { Stepper } from './stepper.tsx'

type StatusCardProps = { commission: Commission }

export function StatusCard({ commission }: StatusCardProps) {
  const { status, statusReason, viewer, freezeReason, isFrozen } = commission
  const spans = useSpans()
  return (
    <Panel aria-labelledby="status-heading" className="panel-stack">
      <div className="status-head">
        <h2 id="status-heading">{commissionStatusNames[status]}</h2>
        <p>
          {statusReason === null
            ? viewer === 'customer' && meaningOf(commission)
            : `${commissionReasonText(statusReason, spans)}.`}
        </p>
      </div>
      <Stepper commission={commission} />
      {isFrozen && freezeReason !== null && (
        <Notice tone="info" title="Frozen">
          <p className="user-text">{freezeReason}</p>
        </Notice>
      )}
      <Next commission={commission} />
      <Money commission={commission} />
      <RequestAgain commission={commission} />
    </Panel>
  )
}

function meaningOf(commission: Commission): string {
  return meaningOfStatus({ ...commission, hasRevisionLeft: hasRevisionLeft(commission) })
}

/** The form, filled with what was asked for. */
function RequestAgain({ commission: { id, viewer, statusReason, artist } }: StatusCardProps) {
  const isRepeatable = statusReason !== null && repeatableReasons.includes(statusReason)
  if (viewer !== 'customer' || !isRepeatable) return null
  return (
    <ButtonLink href={commissionRequestPath(artist.id, { again: id })} className="btn-start">
      Request again
    </ButtonLink>
  )
}

/** Where somebody else acts, the sentence names them. */
function Next({ commission }: { commission: Commission }) {
  const { text, actor, word, at } = nextStepFor(commission, commission.viewer)
  return (
    <div className="next-step">
      {/* Announced when it changes; what is left of the time is not. */}
      <p role="status">
        {actor === commission.viewer && <strong>Your turn: </strong>}
        {text}
      </p>
      {at !== null && (
        <p>
          <DeadlineText word={word} at={at} readAt={commission.readAt} />
        </p>
      )}
    </div>
  )
}

/** The card of the dashboard that opens the card provider's pages. */
const paymentSetupPath = `${artistDashboardPath()}#setup-heading`

const unarrived = new Set<RefundState>(['returned', 'failed'])

function Money({ commission }: { commission: Commission }) {
  const { money, viewer, receiptNumber, transferState, status, pricePence } = commission
  const isWithTeam = commission.isFrozen || commission.isDisputed
  const lines = moneyLines({ ...money, transferState, status, pricePence, isWithTeam }, viewer)
  if (lines.length === 0 && receiptNumber === null) return null
  return (
    <div className="money-lines">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {money.transferProblem !== null && (
        <p>
          {money.transferProblem}
          {money.nextTransferAt !== null && (
            <>
              {' '}
              The next attempt: <LocalTime iso={money.nextTransferAt} />
            </>
          )}
        </p>
      )}
      {viewer === 'artist' && transferState === 'account' && (
        <ActionDock commission={commission} isPlain>
          <ButtonLink href={paymentSetupPath}>Finish the payment set-up</ButtonLink>
        </ActionDock>
      )}
      {viewer === 'customer' && money.refunds.some(({ state }) => unarrived.has(state)) && (
        <p>
          Has your card changed?{' '}
          <PageLink
            href={
              receiptNumber === null
                ? contactAboutPath('purchase')
                : contactAboutReceiptPath(receiptNumber)
            }
          >
            Write to us
          </PageLink>
        </p>
      )}
      {receiptNumber !== null && (
        <p>
          <PageLink href={receiptPath(receiptNumber)}>Receipt {receiptNumber}</PageLink>
        </p>
      )}
    </div>
  )
}
