// Pays what is earned to the platform's bank: first the amount, then what it books, the reason and a code. It works without a
// script: the page's loader reads the amount, and its action sends the rest.

import { Form } from 'react-router'
import type { payOut, PayoutPreview, previewPayout } from '#contracts/admin/platform-balance.ts'
import { formatPence } from '#rules/price.ts'
import type { Refused } from '#web/api/result.ts'
import { TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { PostingsTable } from '../postings-table.tsx'
import { CodeField, NoteField } from '../note-field.tsx'

type AmountFormProps = {
  offeredPence: number
  /** As it was typed; null before. */
  amount: string | null
  refused: Refused | undefined
  isPending: boolean
}

export function AmountForm({ offeredPence, amount, refused, isPending }: AmountFormProps) {
  const typed = { amount: amount ?? (offeredPence / 100).toFixed(2) }
  const fields = formFields<typeof previewPayout>(refused, typed)
  return (
    <Form method="get" noValidate className="panel panel-stack">
      <FormBody form={{ refused, isPending }} submit="See what it books" submitting="One moment…">
        <TextField
          {...fields.required('amount')}
          label="Amount in pounds"
          hint={`Up to ${formatPence(offeredPence)}: what is earned above the reserve, and available.`}
          inputMode="decimal"
        />
      </FormBody>
    </Form>
  )
}

type ConfirmFormProps = {
  preview: PayoutPreview
  amount: string
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  isPending: boolean
}

export function ConfirmForm({ preview, amount, actionData, isPending }: ConfirmFormProps) {
  const fields = formFields<typeof payOut>(actionData?.refused, actionData?.typed)
  const { pence, postings, earnedAfterPence } = preview
  return (
    <section aria-labelledby="confirm-title" className="page-column">
      <h2 id="confirm-title">Pay out {formatPence(pence)}</h2>
      <p>
        It leaves the balance at once, and {formatPence(earnedAfterPence)} of what is earned stays.
      </p>
      <PostingsTable postings={postings} />
      <Form method="post" noValidate className="panel panel-stack">
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Pay out"
          submitting="Paying out…"
        >
          <input type="hidden" name="amount" value={amount} />
          <NoteField {...fields.required('note')} />
          <CodeField {...fields.required('code')} />
        </FormBody>
      </Form>
    </section>
  )
}
