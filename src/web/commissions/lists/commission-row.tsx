// A commission in a list of its customer or its artist.

import type { CommissionSummary } from '#contracts/commissions/commission.ts'
import { commissionReasonText, commissionStatusNames } from '#rules/commission-texts.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { formatPence } from '#rules/price.ts'
import { useSpans } from '#web/api/use-spans.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { nextOf } from '../commission-facts.ts'
import { DeadlineText } from '../deadline-text.tsx'

type CommissionRowProps = { commission: CommissionSummary; as: 'customer' | 'artist' }

export function CommissionRow({ commission, as }: CommissionRowProps) {
  const { id, name, customer, artist, status, statusReason } = commission
  const next = nextOf(commission, as)
  const spans = useSpans()
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
        </p>
        <p>
          {next.actor === as && <strong>Your turn: </strong>}
          {statusReason === null ? next.text : `${commissionReasonText(statusReason, spans)}.`}
        </p>
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
