// One bank dispute as an admin sees it: what it is about, and the evidence, to be sent or as it was sent.

import type { BankDisputeRecord as Dispute } from '#contracts/admin/bank-disputes.ts'
import { adminUserPath } from '#rules/admin/admin-paths.ts'
import { nextOfBankDispute } from '#rules/admin/next-steps.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { evidenceFieldNames, evidenceFields } from '#rules/payments/dispute-evidence.ts'
import { receiptPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import type { Refused } from '#web/api/result.ts'
import type { FormTexts } from '#web/forms/form-fields.ts'
import { DateText, DateTimeText } from '#web/ui/date-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Fact } from '../fact.tsx'
import { TaskPanel } from '../tasks/task.tsx'
import {
  bankDisputeStatusNames,
  bankDisputeStatusTexts,
  evidenceSent,
  reasonName,
} from './bank-dispute-names.ts'
import { EvidenceFilesEditor, SentFiles } from './evidence-files.tsx'
import { EvidenceForm, type EvidenceFormProps } from './evidence-form.tsx'

type RecordProps = EvidenceFormProps & {
  isSentNow: boolean
  /** Why a file was not attached, for the form that attaches it. */
  attachRefused: Refused | null
  /** What was chosen beside that file. */
  attachTyped: FormTexts
  /** Why the files were not changed otherwise. */
  problem: string | null
}

export function BankDisputeRecord(props: RecordProps) {
  const { dispute, isSentNow, attachRefused, attachTyped, problem, ...form } = props
  return (
    <div className="stack-lg">
      {problem !== null && (
        <Notice tone="danger">
          <p>{problem}</p>
        </Notice>
      )}
      {isSentNow && dispute.answeredAt !== null && (
        <Notice tone="felt">
          <p>{evidenceSent}</p>
        </Notice>
      )}
      <p>{bankDisputeStatusTexts[dispute.status]}</p>
      <Facts dispute={dispute} />
      <TaskPanel
        kind="bank_dispute"
        id={dispute.id}
        about={`${formatPence(dispute.pence)} by ${dispute.customer.name}`}
        task={dispute.task}
        next={nextOfBankDispute(dispute)}
      />
      {dispute.isAnswerable && (
        <>
          <EvidenceFilesEditor dispute={dispute} refused={attachRefused} typed={attachTyped} />
          <EvidenceForm dispute={dispute} {...form} />
        </>
      )}
      {dispute.answeredAt !== null && (
        <>
          <SentEvidence dispute={dispute} />
          <SentFiles dispute={dispute} />
        </>
      )}
    </div>
  )
}

function Facts({ dispute }: { dispute: Dispute }) {
  const { customer, receiptNumber, commission } = dispute
  return (
    <Panel>
      <dl className="admin-facts">
        <Fact label="Amount">{formatPence(dispute.pence)}</Fact>
        <Fact label="State">{bankDisputeStatusNames[dispute.status]}</Fact>
        <Fact label="Customer">
          <PageLink href={adminUserPath(customer.id)}>
            <bdi>{customer.name}</bdi>
          </PageLink>
        </Fact>
        <Fact label="The customer’s reason">{reasonName(dispute.reason)}</Fact>
        <Fact label="Since">
          <DateText iso={dispute.openedAt} />
        </Fact>
        {dispute.isAnswerable && dispute.answerBy !== null && (
          <Fact label="Answer by">
            <DateTimeText iso={dispute.answerBy} />
          </Fact>
        )}
        {dispute.answeredAt !== null && (
          <Fact label="Answered">
            <DateTimeText iso={dispute.answeredAt} />
          </Fact>
        )}
        {dispute.decidedAt !== null && (
          <Fact label="Decided">
            <DateTimeText iso={dispute.decidedAt} />
          </Fact>
        )}
        {dispute.lostPence !== null && (
          <Fact label="Lost by the platform">{formatPence(dispute.lostPence)}</Fact>
        )}
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
        <Fact label="At the card provider">
          <code>{dispute.providerId}</code>
        </Fact>
      </dl>
    </Panel>
  )
}

function SentEvidence({ dispute: { evidence } }: { dispute: Dispute }) {
  const sent = evidenceFieldNames.filter((field) => evidence[field] !== '')
  return (
    <section aria-labelledby="sent-title" className="page-column">
      <h2 id="sent-title">The evidence</h2>
      {sent.map((field) => (
        <div key={field}>
          <h3>{evidenceFields[field].label}</h3>
          <p className="user-text" dir="auto">
            {evidence[field]}
          </p>
        </div>
      ))}
    </section>
  )
}
