// The two forms of the page of a refund or a transfer: one settles it, the other has it tried again.

import { data, redirect } from 'react-router'
import {
  retryRefund,
  retryTransfer,
  settleRefund,
  settleTransfer,
} from '#contracts/admin/owed-money.ts'
import { adminOwedPath } from '#rules/admin/admin-paths.ts'
import type { OwedKind } from '#rules/payments/payment-process.ts'
import type { Api } from '#web/api/client.ts'
import { formText } from '#web/forms/form-text.ts'
import { submitForm } from '#web/forms/submit-form.ts'

const calls = {
  refund: { retry: retryRefund, settle: settleRefund },
  transfer: { retry: retryTransfer, settle: settleTransfer },
}

type Owed = { kind: OwedKind; id: string }

/** The action data of the form that was refused. */
export async function submitOwed(api: Api, { kind, id }: Owed, form: FormData) {
  const path = adminOwedPath(kind, id)
  const input = { id }
  if (formText(form, 'intent') === 'retry') {
    const retried = await submitForm(api, calls[kind].retry, form, { input })
    if (retried.ok) throw redirect(`${path}?retried=1`)
    return refused(retried.refusal, true)
  }
  const settled = await submitForm(api, calls[kind].settle, form, { input })
  if (settled.ok) throw redirect(`${path}?settled=1`)
  return refused(settled.refusal, false)
}

type Refusal = Extract<Awaited<ReturnType<typeof submitForm>>, { ok: false }>['refusal']

function refused({ data: words, init }: Refusal, isRetry: boolean) {
  return data({ ...words, isRetry }, init ?? {})
}
