// Sends a form with a file by XMLHttpRequest, because fetch does not report the progress of an upload.

import type { z } from 'zod'
import { routeParts, type Endpoint } from '#contracts/endpoint.ts'
import { apiMessages } from './api-messages.ts'
import { networkError } from './network-error.ts'
import { asRefused, type CodeOf, type Result } from './result.ts'

export type Sent = { bytes: number; totalBytes: number }

type FileForm<Call extends Endpoint> = {
  fields: object
  file: { field: NonNullable<Call['file']>['field']; content: File }
}

type Options = { onProgress: (sent: Sent) => void; signal: AbortSignal }

/** `null` when the upload was cancelled. */
export function sendFile<Call extends Endpoint>(
  route: Call['route'],
  form: FileForm<Call>,
  { onProgress, signal }: Options,
) {
  type Outcome = Result<z.output<Call['output']>, CodeOf<Call>> | null
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const request = new XMLHttpRequest()
  request.open(...routeParts(route))
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    onProgress({ bytes: loaded, totalBytes: total })
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
  signal.addEventListener('abort', () => request.abort())
  request.send(textBeforeFile(form))
  return promise
}

/** The server checks the text fields before the file arrives. */
function textBeforeFile<Call extends Endpoint>({ fields, file }: FileForm<Call>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append(file.field, file.content, file.content.name)
  return form
}
