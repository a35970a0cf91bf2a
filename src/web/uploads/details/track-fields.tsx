// The fields that describe a track, in the specification's order: the same for an upload and for an edit.

import { useState, type ReactNode } from 'react'
import type { OwnTrack } from '#contracts/own-tracks.ts'
import {
  genres,
  instrumentations,
  trackFormats,
  trackTextLimits,
} from '#rules/tracks/track-options.ts'
import { vocalRanges } from '#rules/music/vocal-range.ts'
import { CheckField, SelectField, TextArea, TextField } from '#web/forms/field.tsx'
import type { DetailFields } from './detail-fields.ts'
import { KeyField } from './key-field.tsx'
import { LicenceFields } from '#web/uploads/details/licence-fields.tsx'
import { PriceBreakdown } from './price-breakdown.tsx'
import type { KeyState } from './use-key.ts'

type FieldsProps = { fields: DetailFields }

type TrackFieldsProps = FieldsProps & {
  /** The field for the licence document. */
  document: ReactNode
  songKey: KeyState
}

export function TrackFields({ fields, document, songKey }: TrackFieldsProps) {
  return (
    <>
      <SongFields fields={fields} songKey={songKey} />
      <PriceFields fields={fields} />
      <TextFields fields={fields} />
      <LicenceFields fields={fields} document={document} />
      <RecordingFields fields={fields} />
    </>
  )
}

function SongFields({ fields, songKey }: FieldsProps & { songKey: KeyState }) {
  return (
    <>
      <div className="field-pair">
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
      <div className="field-pair">
        <SelectField
          {...fields.optional('genre')}
          label="Genre"
          options={genres}
          placeholder="No genre"
        />
        <KeyField fields={fields} state={songKey} />
      </div>
    </>
  )
}

function PriceFields({ fields }: FieldsProps) {
  const field = fields.required('price')
  const [price, setPrice] = useState(field.defaultValue ?? '')
  return (
    <div className="field-pair">
      <TextField
        {...field}
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
      <TextField
        {...fields.optional('youtubeGuideUrl')}
        label="YouTube guide URL"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="A video that shows how the song goes."
      />
    </>
  )
}

function RecordingFields({ fields }: FieldsProps) {
  return (
    <>
      <div className="field-pair">
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
      <div className="stack-sm">
        <CheckField {...fields.optional('isHigher')} label="Higher key than the original" />
        <CheckField {...fields.optional('isLower')} label="Lower key than the original" />
      </div>
    </>
  )
}

/** The texts with which the fields of a stored track begin. */
export function trackTexts(track: OwnTrack) {
  return {
    title: track.title,
    originalArtist: track.originalArtist,
    genre: track.genre ?? '',
    keySignature: track.keySignature ?? '',
    price: (track.pricePence / 100).toFixed(2),
    description: track.description,
    instructions: track.instructions ?? '',
    youtubeGuideUrl: track.youtubeGuideUrl ?? '',
    licenseStatus: track.licenseStatus,
    licensedFrom: track.licensedFrom ?? '',
    licenseDocumentUrl: track.licenseDocumentUrl ?? '',
    type: track.type,
    backingTrackType: track.backingTrackType,
    vocalRange: track.vocalRange ?? '',
    isHigher: track.isHigher ? 'on' : '',
    isLower: track.isLower ? 'on' : '',
  }
}
