// One request for a refund as an admin sees it: what was heard, what accepting does, and both decisions.

import { Form } from 'react-router'
import type { AdminRefundRequest, decideRefundRequest } from '#contracts/admin/refund-requests.ts'
import type { SaleRefund } from '#contracts/admin/refunds.ts'
import { nextOfRequest } from '#rules/admin/next-steps.ts'
import { refundErrors } from '#rules/errors/refund-errors.ts'
import {
  refundDecisions,
  refundReasonNames,
  refundRequestStatusNames,
} from '#rules/orders/refund-request.ts'
import type { Refused } from '#web/api/result.ts'
import { SelectField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { Fact, LongFact } from '../fact.tsx'
import { Disputed, RefundConsequences, Unassigned } from './refund-consequences.tsx'
import { SoldFacts } from './sold-facts.tsx'
import { TaskPanel } from '../tasks/task.tsx'
import { ToldFields } from '../told-fields.tsx'

export type RefundRequestProps = {
  request: AdminRefundRequest & { refund: SaleRefund }
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  isPending: boolean
}

export function RefundRequestRecord({ request, actionData, isPending }: RefundRequestProps) {
  const { refund, isDisputed, unassignedRefund } = request.refund
  return (
    <div className="stack-lg">
      <SoldFacts sale={request.sale}>
        <Fact label="What is wrong">{refundReasonNames[request.reason]}</Fact>
        {request.words !== null && (
          <LongFact label="The customer’s words">
            <bdi>{request.words}</bdi>
          </LongFact>
        )}
        <Fact label="Asked">
          <DateTimeText iso={request.requestedAt} />
        </Fact>
        <Fact label="Downloads">{request.downloads}</Fact>
        <Fact label="Played">
          {request.plays} times, {request.wholePlays} to the end
        </Fact>
        <Fact label="State">{refundRequestStatusNames[request.status]}</Fact>
        {request.answer !== null && <Fact label="Answer">{request.answer}</Fact>}
      </SoldFacts>
      <TaskPanel
        kind="refund_request"
        id={request.id}
        about={request.sale.title}
        task={request.task}
        next={nextOfRequest(request)}
      />
      {request.status === 'open' && (
        <>
          {refund === null && <p>{refundErrors.nothing_to_give_back.message}</p>}
          {isDisputed && <Disputed />}
          {unassignedRefund !== null && <Unassigned id={unassignedRefund} />}
          {refund !== null && (
            <section aria-labelledby="accept-title" className="page-column">
              <h2 id="accept-title">If you accept</h2>
              <RefundConsequences refund={refund} />
            </section>
          )}
          <Decision {...{ request, actionData, isPending }} />
        </>
      )}
    </div>
  )
}

const decisionNames: Record<(typeof refundDecisions)[number], string> = {
  accept: 'Accept: give back everything that is left',
  decline: 'Decline: give back nothing',
}

function Decision({ request, actionData, isPending }: RefundRequestProps) {
  const fields = formFields<typeof decideRefundRequest>(actionData?.refused, actionData?.typed)
  return (
    <section aria-labelledby="decide-title" className="page-column">
      <h2 id="decide-title">Decide</h2>
      <Form method="post" noValidate className="panel panel-stack">
        <input type="hidden" name="leftPence" value={request.sale.leftPence} />
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Decide"
          submitting="Deciding…"
        >
          <SelectField
            {...fields.required('decision')}
            label="Decision"
            placeholder="Choose one"
            options={refundDecisions.map((value) => ({ value, label: decisionNames[value] }))}
          />
          <ToldFields
            reason={fields.required('reason')}
            note={fields.optional('note')}
            hint="The customer reads it; the artist as well, if you accept."
          />
        </FormBody>
      </Form>
    </section>
  )
}
