// The evidence against a bank dispute: what the app has put together, to be changed and sent. It works without a script.

import { Form } from 'react-router'
import type { answerBankDispute, BankDisputeRecord } from '#contracts/admin/bank-disputes.ts'
import {
  evidenceFieldNames,
  evidenceFields,
  maxEvidenceLength,
} from '#rules/payments/dispute-evidence.ts'
import type { Refused } from '#web/api/result.ts'
import { TextArea, TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { NoteField } from '../note-field.tsx'

export type EvidenceFormProps = {
  dispute: BankDisputeRecord
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  isPending: boolean
}

export function EvidenceForm({ dispute, actionData, isPending }: EvidenceFormProps) {
  const typed = actionData?.typed ?? dispute.evidence
  const fields = formFields<typeof answerBankDispute>(actionData?.refused, typed)
  return (
    <section aria-labelledby="evidence-title" className="page-column">
      <h2 id="evidence-title">Send evidence</h2>
      <p>
        This is what we know of the payment. Change what is wrong, leave out what does not help, and
        say why the customer is not entitled to the money. The bank reads it once: it cannot be
        changed afterwards.
      </p>
      <Form method="post" noValidate className="panel panel-stack">
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Send to the bank"
          submitting="Sending…"
        >
          {evidenceFieldNames.map((field) => {
            const { label, rows } = evidenceFields[field]
            // The contract takes each as an empty text.
            const props = { ...fields.required(field), required: false, label }
            return rows === 1 ? (
              <TextField key={field} {...props} maxLength={maxEvidenceLength} />
            ) : (
              <TextArea key={field} {...props} rows={rows} maxLength={maxEvidenceLength} />
            )
          })}
          <NoteField {...fields.required('note')} rows={3} />
        </FormBody>
      </Form>
    </section>
  )
}
