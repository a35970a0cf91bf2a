// The fields that describe a track, in the specification's order.

import { useState } from 'react'
import { copyrightPolicyPath } from '#rules/page-paths.ts'
import type { uploadTrack } from '#contracts/uploads.ts'
import { genres, instrumentations, trackFormats, trackTextLimits } from '#rules/track-options.ts'
import { artistConfirmation, audioFileTypes, audioLimits } from '#rules/upload-limits.ts'
import { vocalRanges } from '#rules/vocal-range.ts'
import { CheckField, SelectField, TextArea, TextField } from '#web/forms/field.tsx'
import type { FormFields } from '#web/forms/form-fields.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { PriceBreakdown } from './price-breakdown.tsx'

type FieldsProps = { fields: FormFields<typeof uploadTrack> }

export function UploadFields({ fields }: FieldsProps) {
  return (
    <>
      <TextField
        {...fields.file('file')}
        label="Track file"
        type="file"
        accept={audioFileTypes.join()}
        hint={`${audioLimits.formats}, from ${audioLimits.shortestSeconds} seconds to ${audioLimits.longestMinutes} minutes.`}
      />
      <SongFields fields={fields} />
      <PriceFields fields={fields} />
      <TextFields fields={fields} />
      <RecordingFields fields={fields} />
      <CheckField {...fields.required('confirmation')} label={artistConfirmation} />
      <p className="text-md">
        <PageLink href={copyrightPolicyPath} target="_blank">
          Copyright policy (opens in a new tab)
        </PageLink>
      </p>
    </>
  )
}

function SongFields({ fields }: FieldsProps) {
  return (
    <>
      <div className={pair}>
        <TextField
          {...fields.required('title')}
          label="Title"
          maxLength={trackTextLimits.title}
          showCount
        />
        <TextField
          {...fields.required('originalArtist')}
          label="Original artist"
          maxLength={trackTextLimits.originalArtist}
          showCount
        />
      </div>
      <div className={pair}>
        <SelectField
          {...fields.optional('genre')}
          label="Genre"
          options={genres}
          placeholder="No genre"
        />
        <TextField
          {...fields.optional('keySignature')}
          label="Key signature"
          maxLength={trackTextLimits.keySignature}
          hint="For example C, Am, F# or Bb; ‘m’ means minor."
        />
      </div>
    </>
  )
}

function PriceFields({ fields }: FieldsProps) {
  const [price, setPrice] = useState('')
  return (
    <div className={pair}>
      <TextField
        {...fields.required('price')}
        label="Price in pounds"
        inputMode="decimal"
        autoComplete="off"
        hint="What you receive for each sale."
        onChange={(event) => setPrice(event.target.value)}
      />
      <PriceBreakdown price={price} />
    </div>
  )
}

function TextFields({ fields }: FieldsProps) {
  return (
    <>
      <TextArea
        {...fields.required('description')}
        label="Description"
        maxLength={trackTextLimits.description}
        showCount
      />
      <TextArea
        {...fields.optional('instructions')}
        label="Instructions"
        hint="What a singer should know: where to come in, repeats, tempo changes."
        maxLength={trackTextLimits.instructions}
        showCount
      />
    </>
  )
}

function RecordingFields({ fields }: FieldsProps) {
  return (
    <>
      <div className={pair}>
        <SelectField
          {...fields.required('type')}
          label="Track format"
          options={trackFormats}
          placeholder="Please choose"
        />
        <SelectField
          {...fields.required('backingTrackType')}
          label="Instrumentation"
          options={instrumentations}
          placeholder="Please choose"
        />
        <SelectField
          {...fields.optional('vocalRange')}
          label="Vocal range"
          options={vocalRanges}
          placeholder="Any"
        />
      </div>
      <div className="grid gap-3">
        <CheckField {...fields.optional('isHigher')} label="Higher key than the original" />
        <CheckField {...fields.optional('isLower')} label="Lower key than the original" />
      </div>
    </>
  )
}

const pair = 'grid items-start gap-5 md:grid-cols-2'
