// What an admin does about a payment that did not match. It works without a script: the page's action sends it.

import { Form } from 'react-router'
import type { endMismatch } from '#contracts/admin/payments.ts'
import { mismatchEnds, type MismatchEnd } from '#rules/payments/payment-process.ts'
import type { Refused } from '#web/api/result.ts'
import { SelectField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { NoteField } from '../note-field.tsx'

export type MismatchFormProps = {
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  isPending: boolean
}

const ends: Record<MismatchEnd, string> = {
  given_back: 'The money was given back at the card provider',
  check_again: 'The cause is removed: ask the card provider again',
}

export function MismatchForm({ actionData, isPending }: MismatchFormProps) {
  const fields = formFields<typeof endMismatch>(actionData?.refused, actionData?.typed)
  return (
    <section aria-labelledby="mismatch-title" className="page-column">
      <h2 id="mismatch-title">Deal with what was paid</h2>
      <p>
        Nothing of it is booked or granted. As long as the card provider has the money, and no
        payment says so, it stands among the open differences. Asked again, what matches is recorded
        as paid; what still does not is told again.
      </p>
      <Form method="post" noValidate className="panel panel-stack">
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Save"
          submitting="Saving…"
        >
          <SelectField
            {...fields.required('outcome')}
            label="What has become of it"
            placeholder="Choose"
            options={mismatchEnds.map((value) => ({ value, label: ends[value] }))}
          />
          <NoteField {...fields.required('note')} />
        </FormBody>
      </Form>
    </section>
  )
}
