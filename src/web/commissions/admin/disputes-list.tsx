// The disputes as admins read and decide them: both sides, what was delivered, and what has happened.

import type { DisputedCommission } from '#contracts/admin/commissions.ts'
import type { Dispute } from '#contracts/commissions/commission.ts'
import { disputePromiseHours } from '#rules/commissions/commission-spans.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { formatPence } from '#rules/price.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { DeliveriesPanel } from '../notes/deliveries-panel.tsx'
import { DisputeSides } from '../dispute-sides.tsx'
import { Timeline } from '../timeline.tsx'
import { counted, hoursBetween } from './age-text.ts'
import { DecideLinks, SuspendedParty } from './decide-links.tsx'

export function DisputesList({ disputes }: { disputes: readonly DisputedCommission[] }) {
  return (
    <ul className="disputes">
      {disputes.map(({ dispute, commission }) => (
        <li key={dispute.id} className="panel panel-stack">
          <Head dispute={dispute} commission={commission} />
          <DisputeSides commission={commission} dispute={dispute} />
          <details>
            <summary>What was asked for</summary>
            <p className="user-text" dir="auto">
              {commission.requirements}
            </p>
          </details>
          <DeliveriesPanel commission={commission} />
          <details>
            <summary>What has happened</summary>
            <Timeline commission={commission} />
          </details>
          {dispute.state !== 'resolved' && <SuspendedParty commission={commission} />}
          <div className="admin-actions">
            {dispute.state !== 'resolved' && <DecideLinks commission={commission} />}
            <PageLink
              className="btn btn-ghost btn-sm"
              href={adminPath('auditLog', { subject: commission.id })}
            >
              History
            </PageLink>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Head({ dispute, commission }: DisputedCommission) {
  const { id, name, customer, artist, money, readAt } = commission
  return (
    <div className="dispute-head">
      <h2>
        <PageLink href={commissionPath(id)}>
          <bdi>{name}</bdi>
        </PageLink>
      </h2>
      <p>
        <bdi>{customer.name}</bdi> against <bdi>{artist.name}</bdi>
        {money.heldPence > 0 && `, ${formatPence(money.heldPence)} held`}
      </p>
      {dispute.state === 'resolved' ? (
        <p className="commission-hint">
          Opened <DateTimeText iso={dispute.openedAt} />
        </p>
      ) : (
        <Age dispute={dispute} readAt={readAt} />
      )}
    </div>
  )
}

/** How long it waits, against what the customer was promised. */
function Age({ dispute, readAt }: { dispute: Dispute; readAt: string }) {
  const hours = hoursBetween(dispute.openedAt, readAt)
  const promised = disputePromiseHours.to
  const isLate = hours >= promised
  return (
    <p className={isLate ? 'admin-mark' : 'commission-hint'}>
      Open for {counted(hours, 'hour')}:{' '}
      {isLate
        ? `longer than the promised ${promised} hours`
        : `${counted(promised - hours, 'hour')} of the promised ${promised} left`}
    </p>
  )
}
