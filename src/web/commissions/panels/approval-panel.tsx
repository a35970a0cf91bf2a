// The customer hears a delivery, and approves it, asks for changes, or disputes it once no revision is left.

import { useRevalidator } from 'react-router'
import type { Commission, Delivery } from '#contracts/commissions/commission.ts'
import type { confirmCommission } from '#contracts/commissions/judging.ts'
import { maxCommissionTextLength } from '#rules/commissions/commission-limits.ts'
import { formatPence } from '#rules/price.ts'
import { request } from '#web/api/browser.ts'
import { TextArea } from '#web/forms/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { ActionDock } from '../action-dock.tsx'
import { can, newestReady } from '../commission-facts.ts'
import { commissionMessages, failureText, withFailure } from '../commission-messages.ts'
import { feedbackOf } from '../notes/note-facts.ts'
import { NotedDelivery } from '../notes/noted-delivery.tsx'
import { PlainForm } from '../plain-form.tsx'
import { useSentFields } from '../refused-form.ts'
import { ConfirmButton, WordsButton } from '../step-buttons.tsx'
import { addToPurchasedTracks } from './purchased-tracks.ts'

type ApprovalPanelProps = {
  commission: Commission
  /** The track is approved, but is not among the customer's tracks. */
  onAddFailed: () => void
}

export function ApprovalPanel({ commission, onAddFailed }: ApprovalPanelProps) {
  const delivery = newestReady(commission)
  if (commission.viewer !== 'customer' || commission.status !== 'delivered') return null
  if (delivery === null) return null
  return (
    <Panel aria-labelledby="approval-heading" className="panel-stack">
      <h2 id="approval-heading">Listen to the preview</h2>
      <NotedDelivery {...{ commission, delivery }} />
      <Revisions commission={commission} />
      <ActionDock commission={commission}>
        {can(commission, 'approve') && <ApproveButton {...{ commission, delivery, onAddFailed }} />}
        {can(commission, 'requestChanges') && <ChangesButton {...{ commission, delivery }} />}
        {can(commission, 'dispute') && <DisputeButton commission={commission} />}
      </ActionDock>
      <PlainAnswers {...{ commission, delivery }} />
    </Panel>
  )
}

/** Without a script: one form for each answer. */
function PlainAnswers({ commission, delivery }: DeliveryButton) {
  const { revisionCount, maxRevisions } = commission
  const { revisionFeedback } = useSentFields('request_changes')
  const { description } = useSentFields('dispute')
  const heard = <input type="hidden" name="deliveryId" value={delivery.id} />
  return (
    <>
      {can(commission, 'approve') && (
        <PlainForm steps={[{ step: 'approve', label: 'Approve' }]}>
          {heard}
          <p>
            {commissionMessages.approveTitle} {commissionMessages.approveWarning}
          </p>
        </PlainForm>
      )}
      {can(commission, 'requestChanges') && (
        <PlainForm steps={[{ step: 'request_changes', label: 'Request changes' }]}>
          {heard}
          <TextArea
            name="revisionFeedback"
            required
            label={feedbackLabel}
            hint={commissionMessages.changesQuestion(revisionCount + 1, maxRevisions)}
            defaultValue={revisionFeedback ?? feedbackOf(commission, delivery.id)}
            maxLength={maxCommissionTextLength}
          />
        </PlainForm>
      )}
      {can(commission, 'dispute') && (
        <PlainForm steps={[{ step: 'dispute', label: 'Open a dispute', isDangerous: true }]}>
          <TextArea
            {...disputeField}
            required
            hint={`${disputeField.hint} You can still approve the recording afterwards.`}
            defaultValue={description}
            maxLength={maxCommissionTextLength}
          />
        </PlainForm>
      )}
    </>
  )
}

const feedbackLabel = 'What should be different?'
const disputeField = {
  name: 'description',
  label: 'What is wrong with it?',
  hint: 'Our team and the artist read it.',
}

/** How many revisions are used, and what follows from it. */
function Revisions({ commission: { revisionCount, maxRevisions } }: { commission: Commission }) {
  const warning =
    revisionCount >= maxRevisions
      ? commissionMessages.noRevisionLeft
      : revisionCount === maxRevisions - 1
        ? commissionMessages.lastRevision
        : null
  return (
    <div>
      <p>
        Revisions used: <strong>{`${revisionCount}/${maxRevisions}`}</strong>
      </p>
      {warning !== null && <p className="revision-warning">{warning}</p>}
    </div>
  )
}

type DeliveryButton = { commission: Commission; delivery: Delivery }

function ApproveButton({
  commission: { id, artist, customerCommissionPricePence: pence },
  delivery,
  onAddFailed,
}: DeliveryButton & Pick<ApprovalPanelProps, 'onAddFailed'>) {
  const { revalidate } = useRevalidator()
  const approve = async () => {
    const route = 'POST /api/commissions/{id}/confirm'
    const approval = { id, action: 'approve', deliveryId: delivery.id } as const
    const result = await request<typeof confirmCommission>(route, approval)
    if (!result.ok) return failureText(commissionMessages.approveFailed, result)
    if (await addToPurchasedTracks(id)) toast.success(commissionMessages.approved)
    else onAddFailed()
    await revalidate()
    return null
  }
  return (
    <ConfirmButton
      label="Approve"
      title={commissionMessages.approveTitle}
      submit="Approve"
      submitting="Approving…"
      act={approve}
    >
      <p>{commissionMessages.approveWarning}</p>
      <p>
        <bdi>{artist.name}</bdi> is paid from the {formatPence(pence)} that we hold, and the whole
        recording is yours to download.
      </p>
    </ConfirmButton>
  )
}

function ChangesButton({ commission, delivery }: DeliveryButton) {
  const { id, artist, revisionCount, maxRevisions } = commission
  const revision = revisionCount + 1
  return (
    <WordsButton
      label="Request changes"
      variant="ghost"
      title={commissionMessages.changesTitle}
      submit="Request changes"
      submitting="Sending…"
      contract={async () => (await import('#contracts/commissions/judging.ts')).confirmCommission}
      route="POST /api/commissions/{id}/confirm"
      constants={{ id, action: 'request_changes', deliveryId: delivery.id }}
      field={{
        name: 'revisionFeedback',
        label: feedbackLabel,
        initial: feedbackOf(commission, delivery.id),
        hint: 'Name the place in the recording, and what you would like to hear there.',
      }}
      // The server's own sentence where it has one: the number of revisions stands in it.
      failureOf={(refused) =>
        refused.code === 'unknown'
          ? withFailure(refused, commissionMessages.changesFailed)
          : refused
      }
      done={commissionMessages.changesRequested(revision)}
    >
      <p>{commissionMessages.changesQuestion(revision, maxRevisions)}</p>
      <p>
        <bdi>{artist.name}</bdi> works on it again. The money stays where it is.
      </p>
    </WordsButton>
  )
}

function DisputeButton({ commission: { id, artist } }: { commission: Commission }) {
  return (
    <WordsButton
      label="Open a dispute"
      variant="danger"
      title="Open a dispute?"
      submit="Submit dispute"
      submitting="Submitting…"
      contract={async () => (await import('#contracts/commissions/judging.ts')).openDispute}
      route="POST /api/report"
      constants={{ type: 'commission_dispute', commissionId: id }}
      field={disputeField}
      failureOf={(refused) => withFailure(refused, commissionMessages.disputeFailed)}
      done={commissionMessages.disputed}
    >
      <p>
        Our team listens to every delivery, hears <bdi>{artist.name}</bdi>, and decides. The money
        stays where it is until then. You can still approve the recording, or end the dispute.
      </p>
    </WordsButton>
  )
}
