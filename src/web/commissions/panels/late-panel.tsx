// The ways out of unfinished work: the customer cancels a late delivery, the artist gives up. Both send everything back.

import { useRevalidator } from 'react-router'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { cancelOverdueCommission } from '#contracts/commissions/judging.ts'
import { maxCommissionTextLength } from '#rules/commissions/commission-limits.ts'
import { formatPence } from '#rules/price.ts'
import { request } from '#web/api/browser.ts'
import { TextArea } from '#web/forms/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { ActionDock } from '../action-dock.tsx'
import { can } from '../commission-facts.ts'
import { commissionMessages, failureText, withFailure } from '../commission-messages.ts'
import { PlainForm } from '../plain-form.tsx'
import { useSentFields } from '../refused-form.ts'
import { ConfirmButton, WordsButton } from '../step-buttons.tsx'

/** For the customer, once the delivery is late enough. */
export function CancelOverduePanel({ commission }: { commission: Commission }) {
  const { revalidate } = useRevalidator()
  const { id, artist, customerCommissionPricePence: pence } = commission
  if (!can(commission, 'cancelOverdue')) return null
  const cancel = async () => {
    const route = 'POST /api/commissions/{id}/cancel-overdue'
    const result = await request<typeof cancelOverdueCommission>(route, { id })
    if (!result.ok) return failureText(commissionMessages.cancelOverdueFailed, result)
    toast.success(commissionMessages.overdueCancelled)
    await revalidate()
    return null
  }
  return (
    <Panel aria-labelledby="late-heading" className="panel-stack">
      <h2 id="late-heading">The delivery is late</h2>
      <p>
        You can go on waiting for <bdi>{artist.name}</bdi>, or cancel and get all of{' '}
        {formatPence(pence)} back.
      </p>
      <ActionDock commission={commission}>
        <ConfirmButton
          label={cancelLabel}
          variant="danger"
          title="Cancel this commission?"
          submit="Cancel the commission"
          submitting="Cancelling…"
          isDangerous
          act={cancel}
        >
          <p>
            {formatPence(pence)} goes back to your card. <bdi>{artist.name}</bdi> is told, and stops
            working on it.
          </p>
          <p>This cannot be undone.</p>
        </ConfirmButton>
      </ActionDock>
      <PlainForm steps={[{ step: 'cancel_overdue', label: cancelLabel, isDangerous: true }]}>
        <p>Cancelling cannot be undone.</p>
      </PlainForm>
    </Panel>
  )
}

const cancelLabel = 'Cancel and get my money back'

/** For the artist, at any time before the delivery. */
export function GiveUpPanel({ commission }: { commission: Commission }) {
  const { reason } = useSentFields('give_up')
  const { id, customer, customerCommissionPricePence: pence } = commission
  if (!can(commission, 'giveUp')) return null
  const field = {
    name: 'reason',
    label: (
      <>
        What <bdi>{customer.name}</bdi> is told
      </>
    ),
  }
  return (
    <Panel aria-labelledby="give-up-heading" className="panel-stack">
      <h2 id="give-up-heading">Can’t finish it?</h2>
      <p>
        <bdi>{customer.name}</bdi> gets everything back, and is free to ask somebody else.
      </p>
      <div className="commission-buttons">
        <WordsButton
          label="Give up"
          variant="danger"
          title="Give up this commission?"
          submit="Give up"
          submitting="Cancelling…"
          isDangerous
          contract={async () =>
            (await import('#contracts/commissions/judging.ts')).giveUpCommission
          }
          route="POST /api/commissions/{id}/give-up"
          constants={{ id }}
          field={field}
          failureOf={(refused) => withFailure(refused, commissionMessages.giveUpFailed)}
          done={commissionMessages.gaveUp}
        >
          <p>
            {formatPence(pence)} goes back to their card, and you receive nothing. This cannot be
            undone.
          </p>
        </WordsButton>
      </div>
      <PlainForm steps={[{ step: 'give_up', label: 'Give up', isDangerous: true }]}>
        <TextArea {...field} required maxLength={maxCommissionTextLength} defaultValue={reason} />
        <p>You receive nothing. This cannot be undone.</p>
      </PlainForm>
    </Panel>
  )
}
