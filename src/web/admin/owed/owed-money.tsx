// One refund or transfer as an admin sees it: what it is, and the form that settles it.

import type { OwedMoney } from '#contracts/admin/owed-money.ts'
import { adminUserPath } from '#rules/admin/admin-paths.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { receiptPath } from '#rules/page-paths.ts'
import { nextOfOwed } from '#rules/admin/next-steps.ts'
import { formatPence } from '#rules/price.ts'
import { DateText, DateTimeText } from '#web/ui/date-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { owedKindLabels, owedStatusLabels } from '../admin-labels.ts'
import { adminMessages } from '../admin-messages.ts'
import { Fact, LongFact } from '../fact.tsx'
import { TaskPanel } from '../tasks/task.tsx'
import type { OwedIntent } from './owed-action.ts'
import { RetryForm } from './retry-form.tsx'
import { SettleForm, type SettleFormProps } from './settle-form.tsx'
import { WriteOffForm } from './write-off-form.tsx'

type OwedMoneyRecordProps = {
  owed: OwedMoney
  isSettledNow: boolean
  isRetriedNow: boolean
  isWrittenOffNow: boolean
  /** Of the form that was refused; it is not known which if the server was not reached. */
  actionData: (NonNullable<SettleFormProps['actionData']> & { intent?: OwedIntent }) | undefined
  isPending: boolean
}

export function OwedMoneyRecord(props: OwedMoneyRecordProps) {
  const { owed, isSettledNow, isRetriedNow, isWrittenOffNow, actionData, isPending } = props
  const refusedOf = (intent: OwedIntent) =>
    (actionData?.intent ?? 'settle') === intent ? actionData : undefined
  const { status, settled } = owed
  return (
    <div className="stack-lg">
      {isSettledNow && settled !== null && (
        <Notice tone="felt">
          <p>{adminMessages.settled}</p>
        </Notice>
      )}
      {isWrittenOffNow && status === 'written_off' && (
        <Notice tone="felt">
          <p>{adminMessages.transferWrittenOff}</p>
        </Notice>
      )}
      {isRetriedNow && status !== 'failed' && (
        <Notice tone="felt">
          <p>{adminMessages.retried}</p>
        </Notice>
      )}
      <OwedFacts owed={owed} />
      <TaskPanel
        kind={owed.kind}
        id={owed.id}
        about={`${owedKindLabels[owed.kind]} of ${formatPence(owed.pence)}`}
        task={owed.task}
        next={nextOfOwed(owed)}
      />
      {owed.retryPostings !== null && (
        <RetryForm
          postings={owed.retryPostings}
          actionData={refusedOf('retry')}
          isPending={isPending}
        />
      )}
      {owed.postings.length > 0 && (
        <SettleForm owed={owed} actionData={refusedOf('settle')} isPending={isPending} />
      )}
      {owed.writeOffPostings !== null && (
        <WriteOffForm
          owed={owed}
          postings={owed.writeOffPostings}
          actionData={refusedOf('write_off')}
          isPending={isPending}
        />
      )}
    </div>
  )
}

function OwedFacts({ owed }: { owed: OwedMoney }) {
  const { pence, status, problem, owner, receiptNumber, commission, providerId, settled } = owed
  return (
    <Panel>
      <dl className="admin-facts">
        <Fact label="Amount">{formatPence(pence)}</Fact>
        <Fact label="Owed to">
          <PageLink href={adminUserPath(owner.id)}>
            <bdi>{owner.name}</bdi>
          </PageLink>
        </Fact>
        <Fact label="State">{owedStatusLabels[status]}</Fact>
        <Fact label="Since">
          <DateText iso={owed.createdAt} />
        </Fact>
        {receiptNumber !== null && (
          <Fact label="Receipt">
            <PageLink href={receiptPath(receiptNumber)}>{receiptNumber}</PageLink>
          </Fact>
        )}
        {commission !== null && (
          <Fact label="Custom track">
            <PageLink href={commissionPath(commission.id)}>
              <bdi>{commission.name}</bdi>
            </PageLink>
          </Fact>
        )}
        {providerId !== null && (
          <Fact label="At the card provider">
            <code>{providerId}</code>
          </Fact>
        )}
        {settled !== null && (
          <Fact label="Settled">
            <DateTimeText iso={settled.at} />, {settled.reference}
          </Fact>
        )}
        <Fact label="Id">
          <code>{owed.id}</code>
        </Fact>
        <LongFact label="Last problem">{problem}</LongFact>
      </dl>
    </Panel>
  )
}
