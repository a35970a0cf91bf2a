// Settles what an operator has paid in another way. It works without a script: the page's action sends it.

import { Form } from 'react-router'
import type { OwedMoney, settleRefund } from '#contracts/admin/owed-money.ts'
import { maxReferenceLength } from '#rules/payments/payment-process.ts'
import { formatPence } from '#rules/price.ts'
import type { Refused } from '#web/api/result.ts'
import { TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { PostingsTable } from '../postings-table.tsx'
import { NoteField } from '../note-field.tsx'

export type SettleFormProps = {
  owed: OwedMoney
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  isPending: boolean
}

export function SettleForm({ owed, actionData, isPending }: SettleFormProps) {
  const fields = formFields<typeof settleRefund>(actionData?.refused, actionData?.typed)
  return (
    <section aria-labelledby="settle-title" className="page-column">
      <h2 id="settle-title">Settle it</h2>
      <p>
        You have paid {formatPence(owed.pence)} to <bdi>{owed.owner.name}</bdi> in another way, for
        example by bank transfer. The card provider then never sends it, and this cannot be undone.
      </p>
      <PostingsTable postings={owed.postings} />
      <Form method="post" noValidate className="panel panel-stack">
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Settle"
          submitting="Settling…"
        >
          <TextField
            {...fields.required('reference')}
            label="Reference of your payment"
            hint="As on the bank statement. Its receiver reads it."
            maxLength={maxReferenceLength}
          />
          <NoteField {...fields.required('note')} />
        </FormBody>
      </Form>
    </section>
  )
}
