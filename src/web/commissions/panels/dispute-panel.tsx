// A dispute: both sides, and how it ended.

import { useRevalidator } from 'react-router'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { endDispute } from '#contracts/commissions/judging.ts'
import { maxCommissionTextLength } from '#rules/commissions/commission-limits.ts'
import { disputePromiseHours } from '#rules/commissions/commission-spans.ts'
import { request } from '#web/api/browser.ts'
import { TextArea } from '#web/forms/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { ActionDock } from '../action-dock.tsx'
import { can, disputeStageOf } from '../commission-facts.ts'
import { commissionMessages, failureText, withFailure } from '../commission-messages.ts'
import { DeadlineText } from '../deadline-text.tsx'
import { DisputeSides } from '../dispute-sides.tsx'
import { PlainForm } from '../plain-form.tsx'
import { useSentFields } from '../refused-form.ts'
import { ConfirmButton, WordsButton } from '../step-buttons.tsx'

export function DisputePanel({ commission }: { commission: Commission }) {
  const { dispute, readAt } = commission
  if (dispute === null) return null
  const isOpen = dispute.state !== 'resolved'
  return (
    <Panel aria-labelledby="dispute-heading" className="panel-stack">
      <h2 id="dispute-heading">{isOpen ? 'A dispute is open' : 'The dispute'}</h2>
      {isOpen && (
        <p>
          {disputeStageOf(commission) === 'late'
            ? 'Our team reads both sides, and is late with its answer.'
            : `Our team reads both sides and answers within ${disputePromiseHours.from} to ${disputePromiseHours.to} hours.`}{' '}
          Nothing is approved by itself meanwhile.
        </p>
      )}
      <DisputeSides commission={commission} dispute={dispute} />
      {isOpen && dispute.answer === null && !dispute.isUnanswered && (
        <p>
          <bdi>{commission.artist.name}</bdi> can say how they see it.
          <DeadlineText word="Until" at={dispute.answerBy} readAt={readAt} />
        </p>
      )}
      {can(commission, 'answerDispute') && (
        <ActionDock commission={commission}>
          <AnswerDisputeButton commission={commission} />
        </ActionDock>
      )}
      {can(commission, 'endDispute') && (
        <div className="commission-buttons">
          <EndDisputeButton commission={commission} />
        </div>
      )}
      <PlainAnswers commission={commission} />
    </Panel>
  )
}

/** Without a script: one form for each party. */
function PlainAnswers({ commission }: { commission: Commission }) {
  const { answer } = useSentFields('answer_dispute')
  return (
    <>
      {can(commission, 'answerDispute') && (
        <PlainForm steps={[{ step: 'answer_dispute', label: 'Answer' }]}>
          <TextArea
            {...answerField}
            required
            maxLength={maxCommissionTextLength}
            defaultValue={answer}
          />
          <AnswerReaders customerName={commission.customer.name} />
        </PlainForm>
      )}
      {can(commission, 'endDispute') && (
        <PlainForm steps={[{ step: 'end_dispute', label: endLabel }]}>
          <p>{endConsequence}</p>
        </PlainForm>
      )}
    </>
  )
}

function AnswerReaders({ customerName }: { customerName: string }) {
  return (
    <p>
      Our team and <bdi>{customerName}</bdi> read it. You can answer once.
    </p>
  )
}

const answerField = { name: 'answer', label: 'Your answer' }
const endLabel = 'End the dispute'
const endConsequence =
  'Nobody decides about it any more. The delivery waits for your answer again, and is approved by itself when its time is over.'

function AnswerDisputeButton({ commission: { id, customer } }: { commission: Commission }) {
  return (
    <WordsButton
      label="Answer"
      title="Your side of the dispute"
      submit="Send"
      submitting="Sending…"
      contract={async () => (await import('#contracts/commissions/judging.ts')).answerDispute}
      route="POST /api/commissions/{id}/dispute/answer"
      constants={{ id }}
      field={answerField}
      failureOf={(refused) => withFailure(refused, commissionMessages.answerFailed)}
      done={commissionMessages.answered}
    >
      <AnswerReaders customerName={customer.name} />
    </WordsButton>
  )
}

function EndDisputeButton({ commission: { id } }: { commission: Commission }) {
  const { revalidate } = useRevalidator()
  const end = async () => {
    const route = 'POST /api/commissions/{id}/dispute/end'
    const result = await request<typeof endDispute>(route, { id })
    if (!result.ok) return failureText(commissionMessages.endDisputeFailed, result)
    toast.success(commissionMessages.disputeEnded)
    await revalidate()
    return null
  }
  return (
    <ConfirmButton
      label={endLabel}
      variant="ghost"
      title="End the dispute?"
      submit={endLabel}
      submitting="Ending…"
      act={end}
    >
      <p>{endConsequence}</p>
    </ConfirmButton>
  )
}
