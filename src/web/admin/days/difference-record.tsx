// One difference as an admin sees it: both sides, what to do about it, and the forms that say what has become of it.

import type { Difference } from '#contracts/admin/reconciliation.ts'
import { adminDayPath, adminOrderPath } from '#rules/admin/admin-paths.ts'
import { nextOfDifference } from '#rules/admin/next-steps.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { isOfCommission } from '#rules/payments/commission-differences.ts'
import { describeDifference } from '#rules/payments/difference-process.ts'
import { DateText, DateTimeText } from '#web/ui/date-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { differenceStatusLabels } from '../admin-labels.ts'
import { adminMessages } from '../admin-messages.ts'
import { DifferenceForms, type DifferenceFormsProps } from './difference-forms.tsx'
import { otherSideText, sideText } from './differences-table.tsx'
import { Fact, LongFact } from '../fact.tsx'
import { ageText, ownerText } from '../tasks/task-texts.ts'
import { TaskPanel } from '../tasks/task.tsx'

type DifferenceRecordProps = DifferenceFormsProps & {
  difference: Difference
  isEndedNow: boolean
}

export function DifferenceRecord({ difference, isEndedNow, ...forms }: DifferenceRecordProps) {
  const isOpen = difference.status === 'open'
  return (
    <div className="stack-lg">
      {isEndedNow && !isOpen && (
        <Notice tone="felt">
          <p>{adminMessages.differenceEnded}</p>
        </Notice>
      )}
      <Panel>
        <Facts difference={difference} />
      </Panel>
      <TaskPanel
        kind="difference"
        id={difference.id}
        about={difference.subject}
        task={difference.task}
        next={nextOfDifference(difference)}
      />
      {isOpen && <DifferenceForms {...forms} />}
    </div>
  )
}

function Facts({ difference }: { difference: Difference }) {
  const { otherSide } = describeDifference(difference.kind)
  const { day, oursPence, foundAt, task, status } = difference
  const { subject, paymentId, reason, endedAt } = difference
  return (
    <dl className="admin-facts">
      <Fact label="Ours">{sideText(oursPence)}</Fact>
      <Fact label={otherSide ? 'The other side' : 'The provider’s'}>
        {otherSideText(difference)}
      </Fact>
      <Fact label="Day">
        <PageLink href={adminDayPath(day)}>
          <DateText iso={day} />
        </PageLink>
      </Fact>
      <Fact label="Found">
        <DateTimeText iso={foundAt} />
      </Fact>
      <Fact label="State">{differenceStatusLabels[status]}</Fact>
      {status !== 'open' && (
        <>
          <Fact label="Age">{ageText(task.ageDays)}</Fact>
          <Fact label="Owner">
            <bdi>{ownerText(task.owner)}</bdi>
          </Fact>
        </>
      )}
      {endedAt !== null && (
        <Fact label="Ended">
          <DateTimeText iso={endedAt} />
        </Fact>
      )}
      <Fact label="Of">
        <code>{subject}</code>
      </Fact>
      {isOfCommission(difference.kind) && (
        <Fact label="Custom track">
          <PageLink href={commissionPath(subject)}>The commission and its timeline</PageLink>
        </Fact>
      )}
      {paymentId !== null && (
        <Fact label="Order">
          <PageLink href={adminOrderPath(paymentId)}>The payment and every row of it</PageLink>
        </Fact>
      )}
      <LongFact label="Reason">{reason}</LongFact>
    </dl>
  )
}
