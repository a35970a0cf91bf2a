// Sends a licence document before the track that refers to it.

import type { uploadLicenceDocument } from '#contracts/licences.ts'
import { licenceDocumentUploaded } from '#rules/errors/licence-errors.ts'
import { invalidInputMessage } from '#rules/errors/general-messages.ts'
import type { Issue, Refused, Result } from '#web/api/result.ts'
import { sendFile } from '#web/api/send-file.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { chosenDocument, licenceDocumentField } from './licence-document-field.tsx'

/** Said where the server has given no reason. */
const licenceMessages = {
  failed: 'Failed to upload license document',
  /** There was no response. */
  notSent: 'License document upload failed',
} as const

/** Documents that are stored already: a repeated submission does not send them again. */
const storedUrls = new WeakMap<File, string>()

/** The address of the chosen document once it is stored; null without one. A failure belongs to the document's field. */
export async function sendLicenceDocument(form: FormData): Promise<Result<string | null, never>> {
  const content = chosenDocument(form)
  if (content === null) return { ok: true, value: null }
  const known = storedUrls.get(content)
  if (known !== undefined) return { ok: true, value: known }
  const [problem] = await problemsOf(form)
  if (problem) return refusedDocument(problem.message)
  const result = await sendFile<typeof uploadLicenceDocument>('POST /api/proxy/license', {
    fields: {},
    file: { field: licenceDocumentField, content },
  })
  if (!result.ok) return refusedDocument(failureText(result))
  storedUrls.set(content, result.value.licenseDocumentUrl)
  toast.success(licenceDocumentUploaded)
  return { ok: true, value: result.value.licenseDocumentUrl }
}

/** By the document's endpoint, as in every form; if its code cannot be loaded, the server decides. */
async function problemsOf(form: FormData): Promise<Issue[]> {
  try {
    const { checkForm } = await import('#web/forms/form-issues.ts')
    const contract = async () => (await import('#contracts/licences.ts')).uploadLicenceDocument
    return (await checkForm(contract, form)).issues
  } catch {
    return []
  }
}

/** The response's message, or our own where there is no response, or one without a message. */
function failureText({ code, message }: Refused): string {
  if (code === 'network') return licenceMessages.notSent
  return code === 'unknown' ? licenceMessages.failed : message
}

function refusedDocument(message: string): Refused<never> {
  const issues = [{ path: [licenceDocumentField], message }]
  return { ok: false, status: 400, code: 'invalid_input', message: invalidInputMessage, issues }
}
