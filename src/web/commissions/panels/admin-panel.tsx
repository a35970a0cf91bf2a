// What an admin can do with a commission: decide it, freeze it, let it go on.

import type { Commission } from '#contracts/commissions/commission.ts'
import { freezableStatuses, type CommissionStatus } from '#rules/commissions/commission-process.ts'
import { adminPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ActionDock } from '../action-dock.tsx'
import { DecideLinks } from '../admin/decide-links.tsx'
import { toldParties } from '../admin/told-parties.ts'
import { commissionMessages } from '../commission-messages.ts'

const freezable: readonly CommissionStatus[] = freezableStatuses

export function AdminPanel({ commission }: { commission: Commission }) {
  if (commission.viewer !== 'admin') return null
  const { id, isFrozen, isDisputed, status } = commission
  return (
    <Panel aria-labelledby="admin-heading" className="panel-stack">
      <h2 id="admin-heading">What you can do</h2>
      {(isFrozen || isDisputed) && (
        <ActionDock commission={commission} isPlain>
          <DecideLinks commission={commission} />
          {isFrozen && <UnfreezeButton commission={commission} />}
        </ActionDock>
      )}
      <MoneyLink commission={commission} />
      <div className="admin-actions">
        {!isFrozen && freezable.includes(status) && <FreezeButton commission={commission} />}
        <PageLink className="btn btn-ghost btn-sm" href={adminPath('auditLog', { subject: id })}>
          History
        </PageLink>
      </div>
    </Panel>
  )
}

/** Where what is owed to an artist is held and released, and who the customer is whose money did not arrive. */
function MoneyLink({ commission }: { commission: Commission }) {
  const { refund, transferState, customer, artist } = commission
  const party = refund === 'failed' ? customer : artist
  if (refund !== 'failed' && transferState !== 'held' && transferState !== 'failed') return null
  return (
    <ActionDock commission={commission} isPlain>
      <ButtonLink href={adminUserPath(party.id)}>
        See the account of <bdi>{party.name}</bdi>
      </ButtonLink>
    </ActionDock>
  )
}

function FreezeButton({ commission }: { commission: Commission }) {
  return (
    <ActionButton
      label="Freeze"
      about={commission.name}
      title={`Freeze “${commission.name}”?`}
      submitting="Freezing…"
      contract={async () => (await import('#contracts/admin/commissions.ts')).freezeCommission}
      route="POST /api/proxy/admin/commissions/{id}/freeze"
      constants={{ id: commission.id }}
      done={commissionMessages.frozen}
      told={toldParties(commission, 'commission_frozen')}
      isDangerous
    >
      <p>
        Nothing is approved, delivered, cancelled or paid out until you let it go on or decide. A
        payment that is on its way is still recorded.
      </p>
    </ActionButton>
  )
}

function UnfreezeButton({ commission }: { commission: Commission }) {
  return (
    <ActionButton
      label="Let it go on"
      about={commission.name}
      title={`Let “${commission.name}” go on?`}
      submitting="Saving…"
      contract={async () => (await import('#contracts/admin/commissions.ts')).unfreezeCommission}
      route="POST /api/proxy/admin/commissions/{id}/unfreeze"
      constants={{ id: commission.id }}
      done={commissionMessages.unfrozen}
      told={toldParties(commission, 'commission_frozen', { hasEnded: true })}
    >
      <p>
        Every deadline moves by the time it stood still, but not the day on which held money goes
        back.
      </p>
    </ActionButton>
  )
}
