// Records what was paid to the tax authority: first what and when, then what it books, the reason and a code. It works without a
// script: the page's loader reads the first form, and its action sends the second.

import { Form } from 'react-router'
import type {
  previewVatPayment,
  recordVatPayment,
  VatPaymentPreview,
} from '#contracts/admin/vat-payments.ts'
import { maxReferenceLength } from '#rules/payments/payment-process.ts'
import { formatPence } from '#rules/price.ts'
import type { Refused } from '#web/api/result.ts'
import { TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { PostingsTable } from '../postings-table.tsx'
import { CodeField, NoteField } from '../note-field.tsx'

export const vatPaymentFields = ['amount', 'from', 'until', 'paidOn', 'reference'] as const
export type VatPaymentTexts = Record<(typeof vatPaymentFields)[number], string>

/** Instead of the form. */
export function NothingOwed({ owedPence }: { owedPence: number }) {
  const reason =
    owedPence < 0
      ? `${formatPence(-owedPence)} more was paid to the tax authority than the ledger owes.`
      : 'nothing is owed to the tax authority.'
  return <p>No payment can be recorded now: {reason}</p>
}

type PaymentFormProps = {
  owedPence: number
  typed: FormTexts
  refused: Refused | undefined
  isPending: boolean
}

export function PaymentForm({ owedPence, typed, refused, isPending }: PaymentFormProps) {
  const fields = formFields<typeof previewVatPayment>(refused, typed)
  return (
    <Form method="get" noValidate className="panel panel-stack">
      <FormBody form={{ refused, isPending }} submit="See what it books" submitting="One moment…">
        <TextField
          {...fields.required('amount')}
          label="Amount in pounds"
          hint={`Up to ${formatPence(owedPence)}: what the ledger owes now.`}
          inputMode="decimal"
        />
        <TextField
          {...fields.required('from')}
          label="First month of the return"
          hint="Like 2026-09."
          type="month"
        />
        <TextField
          {...fields.required('until')}
          label="Last month of the return"
          hint="Like 2026-11."
          type="month"
        />
        <TextField
          {...fields.required('paidOn')}
          label="Paid on"
          hint={
            <>
              The day on the bank statement, like <span className="admin-whole">2026-12-07</span>.
            </>
          }
          type="date"
        />
        <TextField
          {...fields.required('reference')}
          label="Reference of the payment"
          hint="As on the bank statement: each payment is recorded once."
          maxLength={maxReferenceLength}
        />
      </FormBody>
    </Form>
  )
}

type ConfirmFormProps = {
  preview: VatPaymentPreview
  payment: VatPaymentTexts
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  isPending: boolean
}

export function ConfirmForm({ preview, payment, actionData, isPending }: ConfirmFormProps) {
  const fields = formFields<typeof recordVatPayment>(actionData?.refused, actionData?.typed)
  return (
    <section aria-labelledby="confirm-title" className="page-column">
      <h2 id="confirm-title">Record {formatPence(preview.pence)}</h2>
      <p>
        {formatPence(preview.owedAfterPence)} is owed to the tax authority then. Nothing is paid by
        this, and it cannot be undone.
      </p>
      <PostingsTable postings={preview.postings} />
      <Form method="post" noValidate className="panel panel-stack">
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Record it"
          submitting="Recording…"
        >
          {vatPaymentFields.map((name) => (
            <input key={name} type="hidden" name={name} value={payment[name]} />
          ))}
          <NoteField {...fields.required('note')} />
          <CodeField {...fields.required('code')} />
        </FormBody>
      </Form>
    </section>
  )
}
