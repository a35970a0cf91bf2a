// A dispute: both sides, and how it ended.

import { useRevalidator } from 'react-router'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { endDispute } from '#contracts/commissions/judging.ts'
import { disputePromiseHours } from '#rules/commission-spans.ts'
import { request } from '#web/api/browser.ts'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { can } from '../commission-facts.ts'
import { commissionMessages, failureText, withFailure } from '../commission-messages.ts'
import { DeadlineText } from '../deadline-text.tsx'
import { DisputeSides } from '../dispute-sides.tsx'
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
          Our team reads both sides and answers within {disputePromiseHours.from} to{' '}
          {disputePromiseHours.to} hours. Nothing is approved by itself meanwhile.
        </p>
      )}
      <DisputeSides commission={commission} dispute={dispute} />
      {isOpen && dispute.answer === null && !dispute.isUnanswered && (
        <p>
          <bdi>{commission.artist.name}</bdi> can say how they see it.
          <DeadlineText word="Until" at={dispute.answerBy} readAt={readAt} />
        </p>
      )}
      <div className="commission-buttons">
        {can(commission, 'answerDispute') && <AnswerDisputeButton commission={commission} />}
        {can(commission, 'endDispute') && <EndDisputeButton commission={commission} />}
      </div>
    </Panel>
  )
}

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
      field={{ name: 'answer', label: 'Your answer' }}
      failureOf={(refused) => withFailure(refused, commissionMessages.answerFailed)}
      done={commissionMessages.answered}
    >
      <p>
        Our team and <bdi>{customer.name}</bdi> read it. You can answer once.
      </p>
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
      label="End the dispute"
      variant="ghost"
      title="End the dispute?"
      submit="End the dispute"
      submitting="Ending…"
      act={end}
    >
      <p>
        Nobody decides about it any more. The delivery waits for your answer again, and is approved
        by itself when its time is over.
      </p>
    </ConfirmButton>
  )
}
