// Checks an upload form in the browser before a large file is sent; the server checks everything again.

import { refusalMessage } from '#rules/refusal.ts'
import { largestUploadBytes, missingInUpload, problemWithPrice } from '#rules/upload-limits.ts'
import { formText } from '#web/forms/form-text.ts'
import type { Issue } from '#web/api/result.ts'

export function findIssues(form: FormData): Issue[] {
  const issues: Issue[] = []
  const addIssue = (field: string, message: string | null) => {
    if (message !== null) issues.push({ path: [field], message })
  }
  addIssue('file', problemWithFile(form.get('file')))
  for (const [field, message] of Object.entries(missingInUpload)) {
    if (field === 'price') addIssue(field, problemWithPrice(formText(form, field)))
    else addIssue(field, formText(form, field).trim() === '' ? message : null)
  }
  return issues
}

/** Some systems give audio files no MIME type; then the file name is checked. */
const audioName = /\.(?:wav|wave|flac|aiff?|aifc|mp3|ogg|oga|opus|m4a|mp4|aac)$/i

function problemWithFile(file: FormDataEntryValue | null): string | null {
  // A file input without a chosen file sends a file without a name.
  if (!(file instanceof File) || file.name === '') return refusalMessage('upload_file_missing')
  if (!file.type.startsWith('audio/') && !audioName.test(file.name)) {
    return refusalMessage('audio_not_recognised')
  }
  return file.size > largestUploadBytes ? refusalMessage('upload_too_large') : null
}
