// The actions of the settings' pages: one form after the other, each with its endpoint.

import { data, redirect } from 'react-router'
import type { z } from 'zod'
import type { Endpoint, Route } from '#contracts/endpoint.ts'
import type { Caller } from '#rules/permissions.ts'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import type { Api } from '#web/api/client.ts'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import type { FieldOfCode } from '#web/forms/form-fields.ts'
import { formText } from '#web/forms/form-text.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import type { SettingsResult } from './settings-result.ts'

type Sent = { api: Api; form: FormData; path: string }

/** Sends the form to `endpoint`; a session that has ended meanwhile leads to the log-in page. */
export async function submitSettings<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Code extends RefusalCode,
>(
  { api, form, path }: Sent,
  endpoint: Endpoint<Route, Caller, Input, Output, Code>,
  done: string | null,
  fieldOfCode: FieldOfCode<Endpoint<Route, Caller, Input, Output, Code>> = {},
) {
  const sent = await submitForm(api, endpoint, form, { fieldOfCode })
  const name = formText(form, 'form')
  if (sent.ok) {
    const result: SettingsResult = { form: name, ...(done === null ? {} : { done }) }
    return { ok: true as const, value: sent.value, result: data(result) }
  }
  const { refused, typed } = sent.refusal.data
  if (refused.code === 'login_required') throw redirect(accountLink('login', path))
  const result: SettingsResult = { form: name, refused, typed }
  return { ok: false as const, result: data(result, { status: refused.status }) }
}
