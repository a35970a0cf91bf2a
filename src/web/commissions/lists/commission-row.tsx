// A commission in a list of its customer or its artist.

import type { CommissionSummary } from '#contracts/commissions/commission.ts'
import { commissionReasonText, commissionStatusNames } from '#rules/commissions/commission-texts.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { formatPence } from '#rules/price.ts'
import { useSpans } from '#web/api/use-spans.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { nextStepFor } from '../commission-facts.ts'
import { DeadlineText } from '../deadline-text.tsx'

type CommissionRowProps = { commission: CommissionSummary; as: 'customer' | 'artist' }

export function CommissionRow({ commission, as }: CommissionRowProps) {
  const { id, name, offerTitle, customer, artist, status, statusReason, refund } = commission
  const unread = unreadText(commission)
  const next = nextStepFor(commission, as)
  const spans = useSpans()
  // How it has ended says enough, unless its money is still on the way.
  const said = [
    ...(statusReason === null ? [] : [`${commissionReasonText(statusReason, spans)}.`]),
    ...(statusReason === null || refund !== 'none' ? [next.text] : []),
  ]
  const pence =
    as === 'artist' ? commission.commissionPricePence : commission.customerCommissionPricePence
  return (
    <div className="commission-row">
      <div>
        <h3>
          <PageLink href={commissionPath(id)}>
            <bdi>{name}</bdi>
          </PageLink>
        </h3>
        <p className="commission-hint">
          {as === 'artist' ? 'For ' : 'By '}
          <bdi>{as === 'artist' ? customer.name : artist.name}</bdi> · {formatPence(pence)}
          <OfferTitle title={offerTitle} />
        </p>
        <p>
          {next.actor === as && <strong>Your turn: </strong>}
          {said.join(' ')}
        </p>
        {unread !== '' && <p className="commission-unread">{unread}</p>}
        {next.at !== null && (
          <p>
            <DeadlineText word={next.word} at={next.at} readAt={commission.readAt} />
          </p>
        )}
      </div>
      <p className="commission-state">{commissionStatusNames[status]}</p>
    </div>
  )
}

function OfferTitle({ title }: { title: string | null }) {
  if (title === null) return null
  return (
    <>
      {' · '}
      <bdi>{title}</bdi>
    </>
  )
}

function unreadText({ unreadMessages, unreadNotes }: CommissionSummary): string {
  const parts = [
    counted(unreadMessages, 'new message', 'new messages'),
    counted(unreadNotes, 'note to read', 'notes to read'),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function counted(count: number, one: string, several: string): string {
  if (count === 0) return ''
  return count === 1 ? `1 ${one}` : `${count} ${several}`
}
