// Sends an upload form with XMLHttpRequest, because fetch does not report upload progress.

import type { Upload } from '#contracts/uploads.ts'
import { parsePounds } from '#rules/price.ts'
import { asRefused, type Result } from '#web/api/result.ts'
import { uploadMessages } from './upload-messages.ts'

export type Sent = { bytes: number; totalBytes: number }

type Options = { onProgress: (sent: Sent) => void; signal: AbortSignal }

/** `null` when the upload was cancelled. */
export function sendUpload(form: FormData, options: Options): Promise<Result<Upload> | null> {
  const { promise, resolve } = Promise.withResolvers<Result<Upload> | null>()
  const request = new XMLHttpRequest()
  request.open('POST', '/api/proxy/tracks')
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    options.onProgress({ bytes: loaded, totalBytes: total })
  })
  request.addEventListener('load', () => {
    const body: unknown = request.response
    if (isUpload(body)) resolve({ ok: true, value: body })
    else resolve(asRefused(request.status, body, uploadMessages.failed))
  })
  request.addEventListener('error', () => resolve(asRefused(0, null, uploadMessages.failed)))
  request.addEventListener('abort', () => resolve(null))
  options.signal.addEventListener('abort', () => request.abort())
  request.send(textBeforeFile(form))
  return promise
}

/** Text fields first, so that the server can validate them before the file arrives. */
export function textBeforeFile(form: FormData): FormData {
  const ordered = new FormData()
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    ordered.append(name, name === 'price' ? twoDecimals(value) : value)
  }
  const file = form.get('file')
  if (file instanceof File) ordered.append('file', file, file.name)
  return ordered
}

/** The form refuses an invalid price; '0.00' is sent only when there is none (D-056). */
function twoDecimals(price: string): string {
  return ((parsePounds(price) ?? 0) / 100).toFixed(2)
}

function isUpload(body: unknown): body is Upload {
  return typeof body === 'object' && body !== null && 'stage' in body && 'id' in body
}
