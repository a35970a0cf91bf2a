// What an admin can do with a commission: decide it, freeze it, let it go on.

import type { Commission } from '#contracts/commissions/commission.ts'
import { maxReasonLength } from '#rules/admin/admin-actions.ts'
import { adminPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import { NoteField } from '#web/admin/note-field.tsx'
import { TextArea } from '#web/forms/field.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ActionDock } from '../action-dock.tsx'
import { DecideLinks, SuspendedParty } from '../admin/decide-links.tsx'
import { toldParties } from '../admin/told-parties.ts'
import { can, canFreeze, canThaw } from '../commission-facts.ts'
import { commissionMessages } from '../commission-messages.ts'
import { PlainForm } from '../plain-form.tsx'
import { useSentFields } from '../refused-form.ts'

export function AdminPanel({ commission }: { commission: Commission }) {
  if (commission.viewer !== 'admin') return null
  const mayFreeze = canFreeze(commission)
  const mayThaw = canThaw(commission)
  return (
    <Panel aria-labelledby="admin-heading" className="panel-stack">
      <h2 id="admin-heading">What you can do</h2>
      {(mayThaw || can(commission, 'decideRefund')) && (
        <ActionDock commission={commission} isPlain>
          <DecideLinks commission={commission} />
          {mayThaw && <UnfreezeButton commission={commission} />}
        </ActionDock>
      )}
      <SuspendedParty commission={commission} />
      {mayThaw && <PlainFreezeForm commission={commission} {...thawing} />}
      <MoneyLink commission={commission} />
      <div className="admin-actions">
        {mayFreeze && <FreezeButton commission={commission} />}
        <PageLink
          className="btn btn-ghost btn-sm"
          href={adminPath('auditLog', { subject: commission.id })}
        >
          History
        </PageLink>
      </div>
      {mayFreeze && <PlainFreezeForm commission={commission} {...freezing} />}
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

const freezing = {
  step: 'freeze',
  label: 'Freeze',
  effect:
    'Nothing is approved, delivered, cancelled or paid out until you let it go on or decide. A payment that is on its way is still recorded.',
  isDangerous: true,
} as const

const thawing = {
  step: 'unfreeze',
  label: 'Let it go on',
  effect:
    'Every deadline moves by the time it stood still, but not the day on which held money goes back.',
  isDangerous: false,
} as const

type PlainFreezeFormProps = { commission: Commission } & (typeof freezing | typeof thawing)

function PlainFreezeForm({ commission, effect, ...button }: PlainFreezeFormProps) {
  const { reason, note } = useSentFields(button.step)
  return (
    <PlainForm steps={[button]} fold={{ label: button.label, isOpen: reason !== undefined }}>
      <p>{effect}</p>
      <TextArea
        name="reason"
        label={toldParties(commission, 'commission_frozen').label}
        required
        maxLength={maxReasonLength}
        defaultValue={reason}
      />
      <NoteField name="note" label="Note" rows={2} required={false} defaultValue={note} />
    </PlainForm>
  )
}

function FreezeButton({ commission }: { commission: Commission }) {
  return (
    <ActionButton
      label={freezing.label}
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
      <p>{freezing.effect}</p>
    </ActionButton>
  )
}

function UnfreezeButton({ commission }: { commission: Commission }) {
  return (
    <ActionButton
      label={thawing.label}
      about={commission.name}
      title={`Let “${commission.name}” go on?`}
      submitting="Saving…"
      contract={async () => (await import('#contracts/admin/commissions.ts')).unfreezeCommission}
      route="POST /api/proxy/admin/commissions/{id}/unfreeze"
      constants={{ id: commission.id }}
      done={commissionMessages.unfrozen}
      told={toldParties(commission, 'commission_frozen', { hasEnded: true })}
    >
      <p>{thawing.effect}</p>
    </ActionButton>
  )
}
