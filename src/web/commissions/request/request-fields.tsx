// The fields in which a customer describes the wished recording.

import type { requestCommission } from '#contracts/commissions/commissions.ts'
import {
  maxCommissionNameLength,
  maxGuideTrackUrlLength,
  maxRequirementsLength,
} from '#rules/commissions/commission-limits.ts'
import type { RequestTexts } from '#rules/commissions/request-texts.ts'
import { vocalRanges } from '#rules/music/vocal-range.ts'
import { CheckField, SelectField, TextArea, TextField } from '#web/forms/field.tsx'
import type { FormFields } from '#web/forms/form-fields.ts'

type RequestFieldsProps = {
  fields: FormFields<typeof requestCommission>
  initial: RequestTexts
}

const maxKeyLength = 40

export function RequestFields({ fields, initial }: RequestFieldsProps) {
  return (
    <>
      {initial.trackId && <input type="hidden" name="trackId" value={initial.trackId} />}
      <TextField
        {...fields.required('name')}
        label="Track name"
        maxLength={maxCommissionNameLength}
        hint="What your track shall be called."
      />
      <TextArea
        {...fields.required('requirements')}
        label="Detailed requirements"
        rows={6}
        maxLength={maxRequirementsLength}
        showCount
        hint="The song, its tempo, the arrangement, the intro and the ending: whatever the artist has to know."
      />
      <TextField
        {...fields.other('wishedKey')}
        defaultValue={initial.wishedKey}
        label="Key you wish for"
        maxLength={maxKeyLength}
        autoComplete="off"
      />
      <SelectField
        {...fields.other('voice')}
        defaultValue={initial.voice}
        label="Your voice"
        options={vocalRanges}
        placeholder="Not said"
      />
      <TextField
        {...fields.optional('guideTrackUrl')}
        type="url"
        inputMode="url"
        autoComplete="off"
        label="Reference URL"
        maxLength={maxGuideTrackUrlLength}
        hint="A recording or a video that shows what you mean. Only you and the artist see it."
      />
      <CheckField
        {...fields.optional('singerRequestedGuideTrack')}
        label="I wish for a guide track"
        hint="A second recording with the melody, to practise with."
      />
    </>
  )
}
