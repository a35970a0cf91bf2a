// What an admin makes of an open difference. It works without a script: the page's action sends it.

import { Form } from 'react-router'
import type { endDifference } from '#contracts/admin/reconciliation.ts'
import { differenceEnds } from '#rules/payments/difference-process.ts'
import type { Refused } from '#web/api/result.ts'
import { SelectField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { NoteField } from '../note-field.tsx'

export type DifferenceFormsProps = {
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  isPending: boolean
}

const ends: Record<(typeof differenceEnds)[number], string> = {
  explained: 'It is right as it is',
  mended: 'It has been put right',
}

export function DifferenceForms({ actionData, isPending }: DifferenceFormsProps) {
  const fields = formFields<typeof endDifference>(actionData?.refused, actionData?.typed)
  return (
    <section aria-labelledby="end-title" className="page-column">
      <h2 id="end-title">Deal with it</h2>
      <Form method="post" noValidate className="panel panel-stack">
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Close the difference"
          submitting="Closing…"
        >
          <SelectField
            {...fields.required('status')}
            label="What has become of it"
            placeholder="Choose"
            options={differenceEnds.map((value) => ({ value, label: ends[value] }))}
          />
          <NoteField {...fields.required('note')} />
        </FormBody>
      </Form>
    </section>
  )
}
