// The artist's answer to a request: each of the two cannot be undone, and is asked for again.

import type { ReactNode } from 'react'
import type { Commission } from '#contracts/commissions/commission.ts'
import { maxCommissionTextLength } from '#rules/commissions/commission-limits.ts'
import { payTimeText } from '#rules/commissions/span-texts.ts'
import { formatPence } from '#rules/price.ts'
import { useSpans } from '#web/api/use-spans.ts'
import { TextArea } from '#web/forms/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ActionDock } from '../action-dock.tsx'
import { can } from '../commission-facts.ts'
import { commissionMessages, withFailure } from '../commission-messages.ts'
import { PlainForm } from '../plain-form.tsx'
import { useSentFields } from '../refused-form.ts'
import { WordsButton } from '../step-buttons.tsx'

const contract = async () =>
  (await import('#contracts/commissions/commissions.ts')).respondToCommission

export function AnswerPanel({ commission }: { commission: Commission }) {
  const spans = useSpans()
  const { reason } = useSentFields('accept', 'reject')
  const { customer, commissionPricePence } = commission
  if (!can(commission, 'accept') && !can(commission, 'reject')) return null
  const pay = formatPence(commissionPricePence)
  return (
    <Panel aria-labelledby="answer-heading" className="panel-stack">
      <h2 id="answer-heading">Your answer</h2>
      <p>
        You receive {pay} for it. Accepting takes one of your places; the work begins when it is
        paid.
      </p>
      <ActionDock commission={commission}>
        <AnswerButton commission={commission} answer={accept}>
          <p>
            <bdi>{customer.name}</bdi> then has {payTimeText(spans)} to pay. You begin when the
            money is there, and receive {pay} once the recording is approved.
          </p>
        </AnswerButton>
        <AnswerButton commission={commission} answer={decline}>
          <p>
            <bdi>{customer.name}</bdi> is told that you have declined. They can ask you again.
          </p>
        </AnswerButton>
      </ActionDock>
      <PlainForm
        steps={[
          { step: 'accept', label: accept.label },
          { step: 'reject', label: decline.label, isDangerous: true },
        ]}
      >
        <TextArea
          name="reason"
          required={false}
          label="Message to the customer"
          maxLength={maxCommissionTextLength}
          defaultValue={reason}
        />
        <p>Neither answer can be undone.</p>
      </PlainForm>
    </Panel>
  )
}

const accept = {
  action: 'accept',
  label: 'Accept',
  title: 'Accept this commission?',
  submitting: 'Accepting…',
  done: commissionMessages.accepted,
  failed: commissionMessages.acceptFailed,
  isDangerous: false,
} as const

const decline = {
  action: 'reject',
  label: 'Decline',
  title: 'Decline this commission?',
  submitting: 'Declining…',
  done: commissionMessages.declined,
  failed: commissionMessages.declineFailed,
  isDangerous: true,
} as const

type AnswerButtonProps = {
  commission: Commission
  answer: typeof accept | typeof decline
  children: ReactNode
}

function AnswerButton({ commission, answer, children }: AnswerButtonProps) {
  const { action, label, title, submitting, done, failed, isDangerous } = answer
  return (
    <WordsButton
      label={label}
      variant={isDangerous ? 'danger' : 'primary'}
      title={title}
      submit={label}
      submitting={submitting}
      isDangerous={isDangerous}
      contract={contract}
      route="POST /api/commission/artist/respond"
      constants={{ commissionId: commission.id, action }}
      field={{
        name: 'reason',
        label: (
          <>
            Message to <bdi>{commission.customer.name}</bdi>
          </>
        ),
        isOptional: true,
      }}
      failureOf={(refused) => withFailure(refused, failed)}
      done={done}
    >
      {children}
      <p>This cannot be undone.</p>
    </WordsButton>
  )
}
