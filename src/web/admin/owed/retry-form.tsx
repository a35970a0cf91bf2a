// Has what has failed tried again. It works without a script: the page's action sends it.

import { Form } from 'react-router'
import type { OwedMoney, retryRefund } from '#contracts/admin/owed-money.ts'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { PostingsTable } from '../postings-table.tsx'
import type { SettleFormProps } from './settle-form.tsx'
import { NoteField } from '../note-field.tsx'

type RetryFormProps = Omit<SettleFormProps, 'owed'> & {
  postings: NonNullable<OwedMoney['retryPostings']>
}

export function RetryForm({ postings, actionData, isPending }: RetryFormProps) {
  const fields = formFields<typeof retryRefund>(actionData?.refused, actionData?.typed)
  return (
    <section aria-labelledby="retry-title" className="page-column">
      <h2 id="retry-title">Try it again</h2>
      <p>
        The card provider is asked at once, and then again and again as before. Do this if what it
        refused is put right.
      </p>
      <PostingsTable postings={postings} />
      <Form method="post" noValidate className="panel panel-stack">
        <input type="hidden" name="intent" value="retry" />
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Try again"
          submitting="Asking…"
        >
          <NoteField {...fields.required('why')} label="Why it is tried again" rows={3} />
        </FormBody>
      </Form>
    </section>
  )
}
