// Sends a form with files by XMLHttpRequest, because fetch does not report the progress of an upload.

import type { z } from 'zod'
import { routeParts, type Endpoint } from '#contracts/endpoint.ts'
import { apiMessages } from './api-messages.ts'
import { networkError } from './network-error.ts'
import { asRefused, type CodeOf, type Result } from './result.ts'
import { asWireCall } from './browser.ts'

export type Sent = { bytes: number; totalBytes: number }

type FieldOf<Call extends Endpoint> = NonNullable<Call['file']>['field']

type FileForm<Call extends Endpoint> = {
  fields: object
  file: { field: FieldOf<Call>; content: File }
}

type FilesForm<Call extends Endpoint> = { fields: object; field: FieldOf<Call>; files: File[] }

type Options = {
  onProgress?: (sent: Sent) => void
  /** Cancels it. */
  signal?: AbortSignal
}

type Outcome<Call extends Endpoint> = Result<z.output<Call['output']>, CodeOf<Call>>

/** Sends one file, and cannot be cancelled. */
export async function sendFile<Call extends Endpoint>(
  route: Call['route'],
  { fields, file: { field, content } }: FileForm<Call>,
  options: Omit<Options, 'signal'> = {},
): Promise<Outcome<Call>> {
  const sent = await sendFiles<Call>(route, { fields, field, files: [content] }, options)
  return sent ?? networkError
}

/** Sends any number of files, all in one field; `null` when it was cancelled. */
export function sendFiles<Call extends Endpoint>(
  route: Call['route'],
  form: FilesForm<Call>,
  { onProgress, signal }: Options,
): Promise<Outcome<Call> | null> {
  const { promise, resolve } = Promise.withResolvers<Outcome<Call> | null>()
  const request = new XMLHttpRequest()
  const [method] = routeParts(route)
  request.open(method, asWireCall(route, form.fields).path)
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    onProgress?.({ bytes: loaded, totalBytes: total })
  })
  request.addEventListener('load', () => {
    const { status, response } = request
    // The server has validated the response; a proxy may have sent a page instead.
    const isValue = status >= 200 && status < 300 && typeof response === 'object' && response
    if (isValue) resolve({ ok: true, value: response })
    else resolve(asRefused(status, response, apiMessages.unexpectedError))
  })
  request.addEventListener('error', () => resolve(networkError))
  request.addEventListener('abort', () => resolve(null))
  signal?.addEventListener('abort', () => request.abort())
  request.send(textBeforeFiles(form))
  return promise
}

/** The server checks the text fields before a file arrives. */
function textBeforeFiles<Call extends Endpoint>({
  fields,
  field,
  files,
}: FilesForm<Call>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const file of files) form.append(field, file, file.name)
  return form
}
