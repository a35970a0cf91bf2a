// The timeline of a commission, from the first request on.

import type { Commission, TimelineStep } from '#contracts/commissions/commission.ts'
import type { CommissionStep } from '#rules/commissions/commission-process.ts'
import { commissionStatusNames } from '#rules/commissions/commission-texts.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'

type TimelineProps = { commission: Pick<Commission, 'timeline' | 'customer' | 'artist'> }

export function Timeline({ commission }: TimelineProps) {
  return (
    <ol className="timeline">
      {commission.timeline.filter(isTold).map((step) => (
        <li key={`${step.at} ${step.step}`}>
          <p>{stepName(step)}</p>
          <p className="commission-hint">
            <Actor actor={step.actor} commission={commission} />, <DateTimeText iso={step.at} />
          </p>
          {step.text !== null && (
            <blockquote className="user-text" dir="auto">
              {step.text}
            </blockquote>
          )}
        </li>
      ))}
    </ol>
  )
}

/** An opened payment, and a recording that was sent, matter until something has come of them. */
function isTold({ step }: TimelineStep, at: number, timeline: TimelineStep[]): boolean {
  return (step !== 'checkOut' && step !== 'upload') || at === timeline.length - 1
}

type ActorProps = { actor: TimelineStep['actor'] } & TimelineProps

function Actor({ actor, commission: { customer, artist } }: ActorProps) {
  switch (actor) {
    case 'customer':
      return <bdi>{customer.name}</bdi>
    case 'artist':
      return <bdi>{artist.name}</bdi>
    case 'admin':
      return 'our team'
    case 'provider':
      return 'the card payment'
    case 'system':
      return 'by itself'
  }
}

/** A step that is not in the table is named by what it led to. */
function stepName({ step, to }: TimelineStep): string {
  const names: Partial<Record<string, string>> = stepNames
  return names[step] ?? commissionStatusNames[to]
}

const stepNames: Record<CommissionStep | 'request' | 'freeze' | 'thaw', string> = {
  request: 'Requested',
  accept: 'Accepted',
  reject: 'Declined',
  withdraw: 'Cancelled before the payment',
  artistWithdraw: 'Withdrawn before the payment',
  lapse: 'Expired without an answer',
  expire: 'Expired without a payment',
  banParty: 'Cancelled: an account was suspended',
  checkOut: 'Payment opened',
  confirm: 'Payment being processed',
  fail: 'The payment was not received',
  failLate: 'The payment was not received, too late for another',
  failBanned: 'The payment was not received, an account was suspended',
  pay: 'Paid',
  upload: 'Recording sent',
  deliver: 'Delivered',
  requestChanges: 'Changes requested',
  approve: 'Approved',
  approveSilently: 'Approved, because nobody answered',
  dispute: 'Dispute opened',
  answerDispute: 'Dispute answered',
  endDispute: 'Dispute ended',
  giveUp: 'Given up',
  cancelOverdue: 'Cancelled: the delivery was late',
  endUnfinished: 'Cancelled: not finished in time',
  decideApproval: 'Decided: approved',
  decideRevision: 'Decided: one more revision',
  decideRefund: 'Decided: the money goes back',
  holdTooLong: 'Cancelled: the money could not be held any longer',
  postpone: 'The artist’s money has to wait',
  complete: 'The artist’s money was sent',
  freeze: 'Frozen',
  thaw: 'Goes on',
}
