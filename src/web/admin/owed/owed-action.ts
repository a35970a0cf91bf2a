// The forms of the page of a refund or a transfer: they settle it, have it tried again, or write it off.

import { data, redirect } from 'react-router'
import {
  retryRefund,
  retryTransfer,
  settleRefund,
  settleTransfer,
  writeOffTransfer,
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

/** Which of the forms was refused. */
export type OwedIntent = 'settle' | 'retry' | 'write_off'

/** The action data of the form that was refused. */
export async function submitOwed(api: Api, { kind, id }: Owed, form: FormData) {
  const path = adminOwedPath(kind, id)
  const input = { id }
  const intent = formText(form, 'intent')
  if (intent === 'retry') {
    const retried = await submitForm(api, calls[kind].retry, form, { input })
    if (retried.ok) throw redirect(`${path}?retried=1`)
    return refused(retried.refusal, 'retry')
  }
  if (intent === 'write_off' && kind === 'transfer') {
    const writtenOff = await submitForm(api, writeOffTransfer, form, { input })
    if (writtenOff.ok) throw redirect(`${path}?written-off=1`)
    return refused(writtenOff.refusal, 'write_off')
  }
  const settled = await submitForm(api, calls[kind].settle, form, { input })
  if (settled.ok) throw redirect(`${path}?settled=1`)
  return refused(settled.refusal, 'settle')
}

type Refusal = Extract<Awaited<ReturnType<typeof submitForm>>, { ok: false }>['refusal']

function refused({ data: words, init }: Refusal, intent: OwedIntent) {
  return data({ ...words, intent }, init ?? {})
}
