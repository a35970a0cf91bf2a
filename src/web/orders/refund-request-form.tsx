// What is wrong with a bought track: the customer says it once, and reads what became of it. It works without a script.

import { Form } from 'react-router'
import type { askForRefund, RefundRequest } from '#contracts/refund-requests.ts'
import {
  maxRefundWords,
  refundReasonNames,
  refundRequestStatusNames,
} from '#rules/orders/refund-request.ts'
import { formatPence } from '#rules/price.ts'
import type { Refused } from '#web/api/result.ts'
import { SelectField, TextArea } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { refundMessages } from './refund-messages.ts'

type RefundRequestFormProps = {
  asked: RefundRequest
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  isPending: boolean
}

export function RefundRequestForm({ asked, actionData, isPending }: RefundRequestFormProps) {
  if (asked.request !== null) return <Answered request={asked.request} />
  const fields = formFields<typeof askForRefund>(actionData?.refused, actionData?.typed)
  return (
    <Form method="post" noValidate className="panel panel-stack">
      <p>
        You paid {formatPence(asked.pence)} on <DateText iso={asked.boughtAt} />. Tell us what is
        wrong, and we answer by email. If we give the money back, the track is no longer yours.
      </p>
      {asked.isDoubtful && (
        <Notice tone="info">
          <p>{refundMessages.doubtful}</p>
        </Notice>
      )}
      <FormBody
        form={{ refused: actionData?.refused, isPending }}
        submit="Ask for the money back"
        submitting="Sending…"
      >
        <SelectField
          {...fields.required('reason')}
          label="What is wrong?"
          placeholder="Choose one"
          options={asked.reasons.map((value) => ({ value, label: refundReasonNames[value] }))}
        />
        <TextArea
          {...fields.optional('words')}
          label="More about it"
          hint="For example at which second, and on which device."
          rows={4}
          maxLength={maxRefundWords}
          showCount
        />
      </FormBody>
    </Form>
  )
}

function Answered({ request }: { request: NonNullable<RefundRequest['request']> }) {
  return (
    <Panel className="panel-stack">
      <p>
        <strong>{refundRequestStatusNames[request.status]}</strong>
      </p>
      <p>
        You asked on <DateText iso={request.requestedAt} />: {refundReasonNames[request.reason]}.
      </p>
      {request.words !== null && <p dir="auto">{request.words}</p>}
      {request.answer !== null && (
        <>
          <h2>Our answer</h2>
          <p dir="auto">{request.answer}</p>
        </>
      )}
    </Panel>
  )
}
