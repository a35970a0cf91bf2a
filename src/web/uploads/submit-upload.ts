// Submits the upload form: first the licence document, then the details, which refer to it.

import { sentPounds } from '#rules/price.ts'
import { invalidInputMessage } from '#rules/errors/general-messages.ts'
import { formText } from '#web/forms/form-text.ts'
import { sendLicenceDocument } from '#web/licences/licence-document.ts'
import { problemWithRecording } from './recording-problem.ts'
import { forgetLastDocument, rememberLicence } from '#web/licences/remembered-licence.ts'
import type { Details } from './transfers/transfer-work.ts'
import { uploadTransfers } from './transfers/upload-transfers.ts'
import { uploadFailureText } from './transfers/upload-messages.ts'

export async function submitUpload(artistId: string, typed: Details, form: FormData) {
  const document = await sendLicenceDocument(form)
  if (!document.ok) return document
  const details = {
    ...typed,
    price: sentPounds(typed.price),
    ...(document.value === null ? {} : { licenseDocumentUrl: document.value }),
  }
  const { formKey } = uploadTransfers.get()
  const result = formKey === null ? null : await uploadTransfers.submit(formKey, details)
  if (result === null) return recordingRefused()
  if (result.ok) {
    rememberLicence(artistId, {
      status: formText(form, 'licenseStatus'),
      from: formText(form, 'licensedFrom'),
      documentUrl: document.value ?? formText(form, 'licenseDocumentUrl'),
    })
    return result
  }
  if (result.code === 'license_document_not_found') forgetLastDocument(artistId)
  return { ...result, message: uploadFailureText(result) }
}

/** The server did not take the recording while the details were on their way. */
function recordingRefused() {
  const issues = problemWithRecording(uploadTransfers.get())
  return {
    ok: false,
    status: 400,
    code: 'invalid_input',
    message: invalidInputMessage,
    issues,
  } as const
}
