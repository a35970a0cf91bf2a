// Gives up a transfer that can never be sent. It works without a script: the page's action sends it.

import { Form } from 'react-router'
import type { OwedMoney, writeOffTransfer } from '#contracts/admin/owed-money.ts'
import { maxReasonLength } from '#rules/admin/admin-actions.ts'
import { formatPence } from '#rules/price.ts'
import { TextArea } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { PostingsTable } from '../postings-table.tsx'
import type { SettleFormProps } from './settle-form.tsx'

type WriteOffFormProps = SettleFormProps & {
  postings: NonNullable<OwedMoney['writeOffPostings']>
}

export function WriteOffForm({ owed, postings, actionData, isPending }: WriteOffFormProps) {
  const fields = formFields<typeof writeOffTransfer>(actionData?.refused, actionData?.typed)
  return (
    <section aria-labelledby="write-off-title" className="page-column">
      <h2 id="write-off-title">Write it off</h2>
      <p>
        It can never be sent, for example because the account is closed for good. Nothing sends it
        any more, and this cannot be undone. {formatPence(owed.pence)} is kept for{' '}
        <bdi>{owed.owner.name}</bdi>: it is never paid out to us, and you settle it once they ask
        for it.
      </p>
      <PostingsTable postings={postings} />
      <Form method="post" noValidate className="panel panel-stack">
        <input type="hidden" name="intent" value="write_off" />
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit="Write off"
          submitting="Writing off…"
        >
          <TextArea
            {...fields.required('reason')}
            label="What the artist is told"
            hint="Say here how they can have it paid. It stands in the audit log, too."
            rows={4}
            maxLength={maxReasonLength}
            showCount
          />
        </FormBody>
      </Form>
    </section>
  )
}
