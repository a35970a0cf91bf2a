// What an artist enters about a track: all of it with an upload, any part of it in an edit.

import { z } from 'zod'
import { licenceDocumentId } from '#rules/licences/licence-documents.ts'
import { keyAnswers } from '#rules/music/measured-key.ts'
import { keyLabel, problemWithKey } from '#rules/music/musical-key.ts'
import { manyLines, oneLine, showsSomething } from '#rules/plain-text.ts'
import { parsePounds } from '#rules/price.ts'
import {
  genres,
  instrumentations,
  licenceStatuses,
  trackFormats,
  trackTextLimits,
} from '#rules/tracks/track-options.ts'
import { missingInUpload, problemWithPrice } from '#rules/uploads/upload-limits.ts'
import { vocalRanges } from '#rules/music/vocal-range.ts'

const atMost = (limit: number) => z.string().max(limit, `Please use at most ${limit} characters`)
const requiredText = (missing: string, limit: number, normalise = oneLine) =>
  z.string(missing).transform(normalise).pipe(atMost(limit).refine(showsSomething, missing))

const checkbox = (missing?: string) =>
  z
    .union([z.boolean(), z.enum(['true', 'on', '1', 'false', '0', ''])], missing)
    .transform((value) => value === true || value === 'true' || value === 'on' || value === '1')

/** Parses a price in pounds ('4.99') to pence. */
const artistPriceSchema = z.string(missingInUpload.price).transform((text, context) => {
  const pence = parsePounds(text)
  const problem = problemWithPrice(text)
  if (pence !== null && problem === null) return pence
  context.addIssue({ code: 'custom', message: problem ?? missingInUpload.price })
  return z.NEVER
})

/** 'n/a' says that there is no key. */
const keySchema = z
  .string()
  .transform((text) => (keyLabel(text) === null ? '' : oneLine(text)))
  .pipe(atMost(trackTextLimits.keySignature))
  .pipe(
    z.string().superRefine((text, context) => {
      const message = problemWithKey(text)
      if (message !== null) context.addIssue({ code: 'custom', message })
    }),
  )

const webAddressSchema = atMost(trackTextLimits.youtubeGuideUrl).pipe(
  z.url({
    protocol: /^https?$/,
    hostname: z.regexes.domain,
    error: 'Please enter a web address, like https://www.youtube.com/watch?v=…',
  }),
)

/** The address of an own document; the server checks whose it is. */
const licenceDocumentUrlSchema = z
  .string()
  .refine((url) => licenceDocumentId(url) !== null, 'Please choose the license document again')

/** In the order of the form, which is the order of its errors. */
const required = {
  title: requiredText(missingInUpload.title, trackTextLimits.title),
  originalArtist: requiredText(missingInUpload.originalArtist, trackTextLimits.originalArtist),
  price: artistPriceSchema,
  description: requiredText(missingInUpload.description, trackTextLimits.description, manyLines),
  type: z.enum(trackFormats, missingInUpload.type),
  backingTrackType: z.enum(instrumentations, missingInUpload.backingTrackType),
}

/** What the optional fields contain where they are not empty. */
const optional = {
  genre: z.enum(genres, 'Please choose a genre'),
  vocalRange: z.enum(vocalRanges, 'Please choose a vocal range'),
  keySignature: keySchema,
  instructions: z.string().transform(manyLines).pipe(atMost(trackTextLimits.instructions)),
  licensedFrom: z.string().transform(oneLine).pipe(atMost(trackTextLimits.licensedFrom)),
  licenseDocumentUrl: licenceDocumentUrlSchema,
  youtubeGuideUrl: webAddressSchema,
}

const licenceStatusSchema = z.enum(licenceStatuses, 'Please choose the license status')

const blankToUndefined = (value: unknown) => (value === '' ? undefined : value)
const orAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(blankToUndefined, schema.optional())

const trackFields = z.object({
  ...required,
  genre: orAbsent(optional.genre),
  vocalRange: orAbsent(optional.vocalRange),
  keySignature: orAbsent(optional.keySignature),
  instructions: orAbsent(optional.instructions),
  isHigher: checkbox().optional().default(false),
  isLower: checkbox().optional().default(false),
  licenseStatus: z.preprocess(
    blankToUndefined,
    licenceStatusSchema.optional().default('not_required'),
  ),
  /** Used only when the status is `licensed`. */
  licensedFrom: orAbsent(optional.licensedFrom),
  licenseDocumentUrl: orAbsent(optional.licenseDocumentUrl),
  youtubeGuideUrl: orAbsent(optional.youtubeGuideUrl),
  confirmation: checkbox(missingInUpload.confirmation).refine(
    (value) => value,
    missingInUpload.confirmation,
  ),
})

const licenceFields = trackFields.pick({ licenseStatus: true, licensedFrom: true })

/** The form's fields, as multipart text; the file part follows them. */
export const trackDetailsSchema = trackFields.refine(
  ({ licenseStatus, licensedFrom = '' }) =>
    licenseStatus !== 'licensed' || showsSomething(licensedFrom),
  {
    path: ['licensedFrom'],
    error: missingInUpload.licensedFrom,
    // Together with the problems of the other fields.
    when: ({ value }) => licenceFields.safeParse(value).success,
  },
)
/**
 * Where the written key is new and the recording sounds like another one: `as_written` stands by the written key,
 * `as_measured` takes the measured one instead.
 */
export const keyAnswerSchema = orAbsent(z.enum(keyAnswers))

export const measuredKeySchema = z.object({
  /** 'F#m'. What it says beside the key that the artist wrote: `rules/music/measured-key.ts`. */
  measuredKey: z.string().nullable(),
  /** From 0 to 1. */
  measuredKeyConfidence: z.number().nullable(),
})

export type TrackDetails = z.infer<typeof trackDetailsSchema>

const blankToNull = (value: unknown) => (value === '' ? null : value)
const orEmptied = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(blankToNull, schema.nullable()).optional()

/** A field that is left out stays as it is; '' or null empties it, unless an upload requires it (D-067). */
export const trackChangesSchema = z.object({
  title: required.title.optional(),
  originalArtist: required.originalArtist.optional(),
  description: required.description.optional(),
  price: required.price.optional(),
  type: required.type.optional(),
  backingTrackType: required.backingTrackType.optional(),
  genre: orEmptied(optional.genre),
  vocalRange: orEmptied(optional.vocalRange),
  keySignature: orEmptied(optional.keySignature),
  instructions: orEmptied(optional.instructions),
  isHigher: checkbox().optional(),
  isLower: checkbox().optional(),
  licenseStatus: licenceStatusSchema.optional(),
  licensedFrom: orEmptied(optional.licensedFrom),
  licenseDocumentUrl: orEmptied(optional.licenseDocumentUrl),
  youtubeGuideUrl: orEmptied(optional.youtubeGuideUrl),
})
export type TrackChanges = z.infer<typeof trackChangesSchema>
