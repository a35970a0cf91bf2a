// The field for a licence document: a new file, or the one that is stored already.

import {
  maxLicenceDocumentMegabytes,
  licenceDocumentFileTypes,
} from '#rules/licences/licence-documents.ts'
import { CheckField, TextField } from '#web/forms/field.tsx'
import type { DetailFields } from '#web/uploads/details/detail-fields.ts'

type LicenceDocumentFieldProps = {
  fields: DetailFields
  /** The address of a stored document that may be chosen instead of a file. */
  storedUrl: string | null
  /** What the box is called that chooses it. */
  storedLabel: string
}

/** A chosen file replaces the stored document. */
export function LicenceDocumentField({
  fields,
  storedLabel,
  storedUrl,
}: LicenceDocumentFieldProps) {
  const stored = fields.optional('licenseDocumentUrl')
  const { error = stored.error, ...file } = fields.other(licenceDocumentField)
  return (
    <div className="stack-sm">
      <TextField
        {...file}
        type="file"
        accept={licenceDocumentFileTypes.join()}
        label="License document"
        hint={`A PDF or an image of up to ${maxLicenceDocumentMegabytes} MB. Only you and our admins can open it.`}
        {...(error === undefined ? {} : { error })}
      />
      {storedUrl !== null && (
        <div className="stored-document">
          <CheckField
            name={stored.name}
            value={storedUrl}
            defaultValue={stored.defaultValue}
            label={storedLabel}
          />
          <p className="small">
            <a href={storedUrl} target="_blank" rel="noreferrer">
              View this document (opens in a new tab)
            </a>
          </p>
        </div>
      )}
    </div>
  )
}

export const licenceDocumentField = 'licenseDocument'

/** A file input without a chosen file gives a file without a name. */
export function chosenDocument(form: FormData): File | null {
  const content = form.get(licenceDocumentField)
  return content instanceof File && content.name !== '' ? content : null
}
