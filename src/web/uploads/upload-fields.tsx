// The fields that describe a track, in the specification's order.

import { useState } from 'react'
import { genres, instrumentations, trackFormats, trackTextLimits } from '#rules/track-options.ts'
import { artistConfirmation, audioLimits } from '#rules/upload-limits.ts'
import { vocalRanges } from '#rules/vocal-range.ts'
import { CheckField, SelectField, TextArea, TextField } from '#web/forms/field.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { PriceBreakdown } from './price-breakdown.tsx'

export function UploadFields({ errors }: { errors: Record<string, string> }) {
  const [price, setPrice] = useState('')
  return (
    <>
      <TextField
        label="Track file"
        name="file"
        required
        type="file"
        accept="audio/*,.wav,.flac,.aiff,.aif,.mp3,.ogg,.m4a"
        hint={`${audioLimits.formats}, from ${audioLimits.shortestSeconds} seconds to ${audioLimits.longestMinutes} minutes.`}
        error={errors.file}
      />
      <div className={pair}>
        <TextField
          label="Title"
          name="title"
          required
          maxLength={trackTextLimits.title}
          showCount
          error={errors.title}
        />
        <TextField
          label="Original artist"
          name="originalArtist"
          required
          maxLength={trackTextLimits.originalArtist}
          showCount
          error={errors.originalArtist}
        />
      </div>
      <div className={pair}>
        <SelectField
          label="Genre"
          name="genre"
          required={false}
          options={genres}
          placeholder="No genre"
          error={errors.genre}
        />
        <TextField
          label="Key signature"
          name="keySignature"
          required={false}
          maxLength={trackTextLimits.keySignature}
          hint="For example C, Am, F# or Bb; ‘m’ means minor."
          error={errors.keySignature}
        />
      </div>
      <div className={pair}>
        <TextField
          label="Price in pounds"
          name="price"
          required
          inputMode="decimal"
          autoComplete="off"
          hint="What you receive for each sale."
          onChange={(event) => setPrice(event.target.value)}
          error={errors.price}
        />
        <PriceBreakdown price={price} />
      </div>
      <TextArea
        label="Description"
        name="description"
        required
        maxLength={trackTextLimits.description}
        showCount
        error={errors.description}
      />
      <TextArea
        label="Instructions"
        name="instructions"
        required={false}
        hint="What a singer should know: where to come in, repeats, tempo changes."
        maxLength={trackTextLimits.instructions}
        showCount
        error={errors.instructions}
      />
      <div className={pair}>
        <SelectField
          label="Track format"
          name="type"
          required
          options={trackFormats}
          placeholder="Please choose"
          error={errors.type}
        />
        <SelectField
          label="Instrumentation"
          name="backingTrackType"
          required
          options={instrumentations}
          placeholder="Please choose"
          error={errors.backingTrackType}
        />
        <SelectField
          label="Vocal range"
          name="vocalRange"
          required={false}
          options={vocalRanges}
          placeholder="Any"
          error={errors.vocalRange}
        />
      </div>
      <div className="grid gap-3">
        <CheckField label="Higher key than the original" name="isHigher" />
        <CheckField label="Lower key than the original" name="isLower" />
      </div>
      <CheckField
        label={artistConfirmation}
        name="confirmation"
        required
        error={errors.confirmation}
      />
      <p className="text-md">
        <PageLink href="/copyright-policy" target="_blank">
          Copyright policy (opens in a new tab)
        </PageLink>
      </p>
    </>
  )
}

const pair = 'grid items-start gap-5 md:grid-cols-2'
