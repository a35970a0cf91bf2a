// For the actions of pages whose forms work without a script: sends the form to its endpoint, on the server.

import { data } from 'react-router'
import { z } from 'zod'
import type { Endpoint, Route } from '#contracts/endpoint.ts'
import type { Caller } from '#rules/permissions.ts'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import type { Api } from '#web/api/client.ts'
import { atField, type FieldOfCode } from './form-fields.ts'
import { formText } from './form-text.ts'

type Options<Call extends Endpoint> = {
  /** Values that replace the form's. */
  input?: Partial<z.input<Call['input']>>
  fieldOfCode?: FieldOfCode<Call>
}

/** `refusal` is the page's action data: the refusal, and the typed text without the passwords. */
export async function submitForm<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Code extends RefusalCode,
>(
  api: Api,
  endpoint: Endpoint<Route, Caller, Input, Output, Code>,
  form: FormData,
  { input, fieldOfCode = {} }: Options<Endpoint<Route, Caller, Input, Output, Code>> = {},
) {
  const { shape } = endpoint.input
  const texts = Object.keys(shape).map((name) => [name, formText(form, name)])
  // The endpoint checks the texts.
  const sent = { ...Object.fromEntries(texts), ...input } as z.input<Input>
  const result = await api.request(endpoint, sent)
  if (result.ok) return result
  const typed: Partial<Record<string, string>> = {}
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value === 'string' && !isPassword(shape[name])) typed[name] = value
  }
  const refused = atField(result, fieldOfCode)
  return { ok: false as const, refusal: data({ refused, typed }, { status: result.status }) }
}

function isPassword(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.meta()?.['format'] === 'password'
}
