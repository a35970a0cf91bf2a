import type { sendUploadDetails } from '#contracts/uploads.ts'
import type { FormFields } from '#web/forms/form-fields.ts'

type UploadFields = FormFields<typeof sendUploadDetails>
type RequiredName = Exclude<Parameters<UploadFields['required']>[0], 'confirmation' | 'id'>

/** What each field gets from its form. */
export type DetailFields = Pick<UploadFields, 'optional' | 'other'> & {
  required: (name: RequiredName) => ReturnType<UploadFields['required']>
}
