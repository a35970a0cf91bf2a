// One difference as an admin sees it: both sides, what to do about it, and the forms that say what has become of it.

import type { Difference } from '#contracts/admin/reconciliation.ts'
import { adminDayPath, adminOrderPath } from '#rules/admin/admin-paths.ts'
import { describeDifference } from '#rules/payments/difference-process.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { differenceStatusLabels } from '../admin-labels.ts'
import { adminMessages } from '../admin-messages.ts'
import { DifferenceForms, type DifferenceFormsProps } from './difference-forms.tsx'
import { ageText, ownerText, sideText } from './differences-table.tsx'
import { Fact } from '../fact.tsx'

type DifferenceRecordProps = Omit<DifferenceFormsProps, 'difference'> & {
  difference: Difference
  isTakenNow: boolean
  isEndedNow: boolean
}

export function DifferenceRecord({
  difference,
  isTakenNow,
  isEndedNow,
  ...forms
}: DifferenceRecordProps) {
  const isOpen = difference.status === 'open'
  return (
    <div className="stack-lg">
      {isTakenNow && isOpen && (
        <Notice tone="felt">
          <p>{adminMessages.differenceTaken}</p>
        </Notice>
      )}
      {isEndedNow && !isOpen && (
        <Notice tone="felt">
          <p>{adminMessages.differenceEnded}</p>
        </Notice>
      )}
      <Panel>
        <Facts difference={difference} />
      </Panel>
      {isOpen && (
        <section className="stack" aria-labelledby="next-step">
          <h2 id="next-step">Next step</h2>
          <p>{describeDifference(difference.kind).nextStep}</p>
        </section>
      )}
      {isOpen && <DifferenceForms difference={difference} {...forms} />}
    </div>
  )
}

function Facts({ difference }: { difference: Difference }) {
  const { day, oursPence, theirsPence, foundAt, ageDays, owner, status } = difference
  const { subject, paymentId, reason, endedAt } = difference
  return (
    <dl className="admin-facts">
      <Fact label="Ours">{sideText(oursPence)}</Fact>
      <Fact label="The provider’s">{sideText(theirsPence)}</Fact>
      <Fact label="Day">
        <PageLink href={adminDayPath(day)}>{day}</PageLink>
      </Fact>
      <Fact label="Found">
        <DateTimeText iso={foundAt} />
      </Fact>
      <Fact label="Age">{ageText(ageDays)}</Fact>
      <Fact label="Owner">
        <bdi>{ownerText(owner)}</bdi>
      </Fact>
      <Fact label="State">{differenceStatusLabels[status]}</Fact>
      {endedAt !== null && (
        <Fact label="Ended">
          <DateTimeText iso={endedAt} />
        </Fact>
      )}
      <Fact label="Of">
        <code>{subject}</code>
      </Fact>
      {paymentId !== null && (
        <Fact label="Order">
          <PageLink href={adminOrderPath(paymentId)}>The payment and every row of it</PageLink>
        </Fact>
      )}
      {reason !== null && <Fact label="Reason">{reason}</Fact>}
    </dl>
  )
}
