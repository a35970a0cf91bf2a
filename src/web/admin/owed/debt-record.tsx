// One debt as an admin sees it: what it is, what each decision books, and the form that decides. It works without a script.

import { Form } from 'react-router'
import type { Debt, decideDebt } from '#contracts/admin/debts.ts'
import { maxReasonLength } from '#rules/admin/admin-actions.ts'
import { adminOwedPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { nextOfDebt } from '#rules/admin/next-steps.ts'
import { receiptPath } from '#rules/page-paths.ts'
import type { DebtDecision } from '#rules/payments/debt-decisions.ts'
import { labelOfAccount } from '#rules/payments/ledger-accounts.ts'
import { formatPence } from '#rules/price.ts'
import type { Refused } from '#web/api/result.ts'
import { RadioCards, TextArea } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { debtCauseLabels } from '../admin-labels.ts'
import { adminMessages } from '../admin-messages.ts'
import { Fact, LongFact } from '../fact.tsx'
import { TaskPanel } from '../tasks/task.tsx'
import { NoteField } from '../note-field.tsx'
import { changeText } from '../postings-table.tsx'

type DecisionFormProps = {
  debt: Debt
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  isPending: boolean
}

export function DebtRecord({
  isDecidedNow,
  ...form
}: DecisionFormProps & { isDecidedNow: boolean }) {
  const { debt } = form
  return (
    <div className="stack-lg">
      {isDecidedNow && (
        <Notice tone="felt">
          <p>{debt.isOpen ? adminMessages.asked : adminMessages.debtClosed}</p>
        </Notice>
      )}
      <Panel>
        <dl className="admin-facts">
          <Fact label="Owed by">
            <PageLink href={adminUserPath(debt.artist.id)}>
              <bdi>{debt.artist.name}</bdi>
            </PageLink>
          </Fact>
          <Fact label="Left of it">
            {debt.isOpen ? formatPence(debt.pence) : 'Nothing: it is closed'}
          </Fact>
          <Fact label="At first">{formatPence(debt.amountPence)}</Fact>
          <Fact label="Because of">{debtCauseLabels[debt.cause]}</Fact>
          <Fact label="Since">
            <DateText iso={debt.owedSince} />
          </Fact>
          <Fact label="To be decided from">
            <DateText iso={debt.decideFrom} />
          </Fact>
          {debt.askedAt !== null && (
            <Fact label="Asked for">
              <DateText iso={debt.askedAt} />
            </Fact>
          )}
          {debt.receiptNumber !== null && (
            <Fact label="Receipt">
              <PageLink href={receiptPath(debt.receiptNumber)}>{debt.receiptNumber}</PageLink>
            </Fact>
          )}
          <Fact label="Transfer">
            <PageLink href={adminOwedPath('transfer', debt.transferId)}>{debt.transferId}</PageLink>
          </Fact>
          <LongFact label="Last problem">{debt.problem}</LongFact>
        </dl>
      </Panel>
      <TaskPanel
        kind="reversal"
        id={debt.id}
        about={`${formatPence(debt.pence)} of ${debt.artist.name}`}
        task={debt.task}
        next={nextOfDebt(debt)}
      />
      {debt.isOpen && <DecisionForm {...form} />}
    </div>
  )
}

function DecisionForm({ debt, actionData, isPending }: DecisionFormProps) {
  const fields = formFields<typeof decideDebt>(actionData?.refused, actionData?.typed)
  const decision = fields.required('decision')
  return (
    <section aria-labelledby="decide-title" className="page-column">
      <h2 id="decide-title">Decide about it</h2>
      <Postings postings={debt.postings} />
      <Form method="post" noValidate className="panel panel-stack">
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Decide"
          submitting="Deciding…"
        >
          <input type="hidden" name="pence" value={debt.pence} />
          <input type="hidden" name="askedAt" value={debt.askedAt ?? ''} />
          <RadioCards
            legend="Decision"
            name={decision.name}
            options={decisions(formatPence(debt.pence))}
            {...(decision.error === undefined ? {} : { error: decision.error })}
            {...(decision.defaultValue === undefined
              ? {}
              : { defaultValue: decision.defaultValue })}
          />
          <TextArea
            {...fields.required('reason')}
            label="Reason"
            hint="The artist reads it. To ask for money, say here how it can be paid."
            rows={4}
            maxLength={maxReasonLength}
            showCount
          />
          <NoteField {...fields.optional('note')} label="Note" rows={2} />
        </FormBody>
      </Form>
    </section>
  )
}

const decisions = (amount: string): { value: DebtDecision; label: string; hint: string }[] => [
  {
    value: 'ask',
    label: 'Ask for the money',
    hint: 'The artist is told by email. The debt stays, and new sales go on to pay it.',
  },
  {
    value: 'write_off',
    label: 'Write it off',
    hint: `The platform bears ${amount}. This cannot be undone.`,
  },
  {
    value: 'repay',
    label: 'It was paid',
    hint: `The artist has paid ${amount} to your bank account. This cannot be undone.`,
  },
]

function Postings({ postings: { write_off, repay } }: Pick<Debt, 'postings'>) {
  const accounts = [...new Set([...write_off, ...repay].map(({ account }) => account))]
  const cell = (of: Debt['postings']['repay'], account: string) => {
    const found = of.find((one) => one.account === account)
    return found === undefined ? '' : changeText(found.pence)
  }
  return (
    <table className="settle-postings">
      <caption>What the ledger will say</caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Written off</th>
          <th scope="col">Paid</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account}>
            <th scope="row">{labelOfAccount(account)}</th>
            <td>{cell(write_off, account)}</td>
            <td>{cell(repay, account)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
