// The fields of an upload but the recording: the track's details, and the artist's confirmation.

import type { sendUploadDetails } from '#contracts/uploads.ts'
import { copyrightPolicyPath } from '#rules/page-paths.ts'
import { artistConfirmation } from '#rules/uploads/upload-limits.ts'
import { CheckField } from '#web/forms/field.tsx'
import type { FormFields } from '#web/forms/form-fields.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { KeyQuestion } from './details/key-field.tsx'
import { LicenceDocumentField } from '#web/licences/licence-document-field.tsx'
import { TrackFields } from './details/track-fields.tsx'
import { useKey, type MeasuredKey } from './details/use-key.ts'

type UploadFieldsProps = {
  fields: FormFields<typeof sendUploadDetails>
  /** The licence document of the last upload. */
  storedDocumentUrl: string | null
  /** The key of the recording, once it is measured. */
  measured: MeasuredKey | null
}

export function UploadFields({ fields, storedDocumentUrl, measured }: UploadFieldsProps) {
  const songKey = useKey(fields.optional('keySignature').defaultValue ?? '', { measured })
  return (
    <>
      <TrackFields
        fields={fields}
        songKey={songKey}
        document={
          <LicenceDocumentField
            fields={fields}
            storedUrl={storedDocumentUrl}
            storedLabel="Use the license document of your last upload"
          />
        }
      />
      <CheckField {...fields.required('confirmation')} label={artistConfirmation} />
      <p className="small">
        <PageLink href={copyrightPolicyPath} target="_blank">
          Copyright policy (opens in a new tab)
        </PageLink>
      </p>
      <KeyQuestion fields={fields} state={songKey} />
    </>
  )
}
