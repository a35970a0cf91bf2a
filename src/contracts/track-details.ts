// The details of a track that an artist enters: all of them with an upload, any of them in an edit.

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

/** A field that is left out or empty is null. */
const emptiable = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess((value) => (value === '' ? null : value), schema.nullish())
    // A text may be empty once it is trimmed. Nothing else than undefined and '' becomes null.
    .transform((value) => ((value === '' ? null : value) ?? null) as z.output<Schema> | null)

const optional = {
  genre: emptiable(z.enum(genres, 'Please choose a genre')),
  vocalRange: emptiable(z.enum(vocalRanges, 'Please choose a vocal range')),
  keySignature: emptiable(keySchema),
  instructions: emptiable(
    z.string().transform(manyLines).pipe(atMost(trackTextLimits.instructions)),
  ),
  /** Used only when the status is `licensed`. */
  licensedFrom: emptiable(z.string().transform(oneLine).pipe(atMost(trackTextLimits.licensedFrom))),
  youtubeGuideUrl: emptiable(webAddressSchema),
}
/** The optional fields of a track about which nothing was entered. */
export const nothingEntered = z.object(optional).parse({})

/** The same fields as they are shown, with an upload and with a track. */
export const shownDetails = {
  title: z.string(),
  originalArtist: z.string(),
  description: z.string(),
  type: z.enum(trackFormats),
  backingTrackType: z.enum(instrumentations),
  genre: z.enum(genres).nullable(),
  vocalRange: z.enum(vocalRanges).nullable(),
  keySignature: z.string().nullable(),
  instructions: z.string().nullable(),
  licensedFrom: z.string().nullable(),
  youtubeGuideUrl: z.string().nullable(),
  isHigher: z.boolean(),
  isLower: z.boolean(),
  licenseStatus: z.enum(licenceStatuses),
}

const licenceStatusSchema = z.enum(licenceStatuses, 'Please choose the license status')
const licenceDocumentSchema = emptiable(licenceDocumentUrlSchema)

const blankToUndefined = (value: unknown) => (value === '' ? undefined : value)
const orAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(blankToUndefined, schema.optional())

const trackFields = z.object({
  ...required,
  ...optional,
  isHigher: checkbox().optional().default(false),
  isLower: checkbox().optional().default(false),
  licenseStatus: z.preprocess(
    blankToUndefined,
    licenceStatusSchema.optional().default('not_required'),
  ),
  licenseDocumentUrl: licenceDocumentSchema,
  confirmation: checkbox(missingInUpload.confirmation).refine(
    (value) => value,
    missingInUpload.confirmation,
  ),
})

const licenceFields = trackFields.pick({ licenseStatus: true, licensedFrom: true })

/** The form's fields, as multipart text; the file part follows them. */
export const trackDetailsSchema = trackFields.refine(
  ({ licenseStatus, licensedFrom }) =>
    licenseStatus !== 'licensed' || showsSomething(licensedFrom ?? ''),
  {
    path: ['licensedFrom'],
    error: missingInUpload.licensedFrom,
    // Together with the problems of the other fields.
    when: ({ value }) => licenceFields.safeParse(value).success,
  },
)
export type TrackDetails = z.infer<typeof trackDetailsSchema>

/** A field that is left out stays as it is; '' or null empties it, unless an upload requires it (D-067). */
export const trackChangesSchema = z
  .object({
    ...required,
    ...optional,
    isHigher: checkbox(),
    isLower: checkbox(),
    licenseStatus: licenceStatusSchema,
    licenseDocumentUrl: licenceDocumentSchema,
  })
  .partial()
export type TrackChanges = z.infer<typeof trackChangesSchema>

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
