// A refund that was made at the card provider: an admin divides it over what its payment has sold. It works without a script.

import { Form } from 'react-router'
import type { assignFoundRefund, FoundRefund } from '#contracts/admin/found-refunds.ts'
import type { Sold } from '#contracts/admin/refunds.ts'
import { adminFoundRefundPath, adminOwedPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { nextOfFoundRefund } from '#rules/admin/next-steps.ts'
import { receiptPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import type { Refused } from '#web/api/result.ts'
import { errorsByField } from '#web/forms/error-summary.tsx'
import { TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Fact } from '../fact.tsx'
import { PostingsTable } from '../postings-table.tsx'
import { TaskPanel } from '../tasks/task.tsx'
import { ToldFields } from '../told-fields.tsx'
import { RefundFacts } from './refund-consequences.tsx'

/** The name of the field of one sale, before its id. */
export const amountField = 'amount-'

export type FoundRefundProps = {
  found: FoundRefund
  /** As they were typed, by the id of the sale. */
  typed: Record<string, string>
  /** The division of the URL as the form sends it again. */
  division: string
  /** Why it is none. */
  refused: Refused | undefined
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  isPending: boolean
  /** What a division does is being read. */
  isAsking: boolean
}

export function FoundRefundRecord(props: FoundRefundProps) {
  const { found } = props
  return (
    <div className="stack-lg">
      <Facts found={found} />
      {found.task !== null && (
        <TaskPanel
          kind="found_refund"
          id={found.id}
          about={found.id}
          task={found.task}
          next={nextOfFoundRefund(found)}
        />
      )}
      <NextStep {...props} />
    </div>
  )
}

function Facts({
  found: { id, customer, receiptNumber, pence, paidPence },
}: Pick<FoundRefundProps, 'found'>) {
  return (
    <Panel>
      <dl className="admin-facts">
        <Fact label="Given back">
          {formatPence(pence)} of {formatPence(paidPence)}
        </Fact>
        <Fact label="Customer">
          <PageLink href={adminUserPath(customer.id)}>
            <bdi>{customer.name}</bdi>
          </PageLink>
        </Fact>
        {receiptNumber !== null && (
          <Fact label="Receipt">
            <PageLink href={receiptPath(receiptNumber)}>{receiptNumber}</PageLink>
          </Fact>
        )}
        <Fact label="At the card provider">{id}</Fact>
      </dl>
    </Panel>
  )
}

function NextStep(props: FoundRefundProps) {
  const { found } = props
  const leftPence = leftOf(found)
  if (found.isAssigned) return <p>It is known what this refund was for.</p>
  if (found.madeTwice !== null) return <MadeTwice refundId={found.madeTwice} />
  if (leftPence < found.pence) {
    return (
      <Notice tone="danger">
        <p>
          Of this payment {formatPence(leftPence)} is left, less than was given back, so it cannot
          be divided. Decide what it was for, and set the metadata “settled” of the refund at the
          card provider to a word of your own.
        </p>
      </Notice>
    )
  }
  const { division } = found
  return (
    <>
      <Amounts {...props} />
      {division !== null && <Decision {...props} effects={division} />}
    </>
  )
}

function MadeTwice({ refundId }: { refundId: string }) {
  return (
    <Notice tone="danger">
      <p>
        It names <PageLink href={adminOwedPath('refund', refundId)}>a refund of ours</PageLink> that
        has ended already, so the customer may have the money twice. Ask them for it, and set the
        metadata “settled” of this one at the card provider to a word of your own.
      </p>
    </Notice>
  )
}

function Amounts({ found, typed, refused, isAsking }: FoundRefundProps) {
  const errors = errorsByField(refused?.issues)
  return (
    <section aria-labelledby="amounts-title" className="page-column">
      <h2 id="amounts-title">What was it for?</h2>
      <Form action={adminFoundRefundPath(found.id)} noValidate className="panel panel-stack">
        <FormBody
          form={{ refused, isPending: isAsking }}
          submit="Show what it does"
          submitting="One moment…"
          button={{ variant: 'ghost' }}
        >
          {found.sales
            .filter(({ leftPence }) => leftPence > 0)
            .map((sale) => (
              <TextField
                key={sale.id}
                name={amountField + sale.id}
                label={`Pounds for ${sale.title}`}
                hint={`At most ${formatPence(sale.leftPence)}. By ${sale.artist.name}.`}
                error={errors[amountField + sale.id]}
                inputMode="decimal"
                defaultValue={typed[sale.id]}
                required={false}
              />
            ))}
        </FormBody>
      </Form>
    </section>
  )
}

type DecisionProps = FoundRefundProps & { effects: NonNullable<FoundRefund['division']> }

function Decision({ found, division, effects, actionData, isPending }: DecisionProps) {
  const fields = formFields<typeof assignFoundRefund>(actionData?.refused, actionData?.typed)
  const titles = new Map(found.sales.map(({ id, title }) => [id, title]))
  return (
    <section aria-labelledby="decision-title" className="page-column">
      <h2 id="decision-title">Assign {formatPence(found.pence)}</h2>
      {effects.parts.map((part) => (
        <section key={part.saleId} aria-label={titles.get(part.saleId)}>
          <h3>
            <bdi>{titles.get(part.saleId)}</bdi>
          </h3>
          <RefundFacts refund={part} />
        </section>
      ))}
      <PostingsTable postings={effects.postings} />
      <Form method="post" noValidate className="panel panel-stack">
        <input type="hidden" name="division" value={division} />
        <input type="hidden" name="leftPence" value={leftOf(found)} />
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit={`Assign ${formatPence(found.pence)}`}
          submitting="Assigning…"
        >
          <ToldFields
            reason={fields.required('reason')}
            note={fields.optional('note')}
            hint="The customer and the artists read it."
          />
        </FormBody>
      </Form>
    </section>
  )
}

function leftOf({ sales }: { sales: readonly Sold[] }): number {
  return sales.reduce((sum, { leftPence }) => sum + leftPence, 0)
}
