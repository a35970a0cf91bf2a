// Endpoints of the recordings that show how an artist plays.

import { audioFileTypes } from '#rules/music/audio-formats.ts'
import { z } from 'zod'
import {
  maxExampleBytes,
  maxExampleDescriptionLength,
  maxExampleSeconds,
  maxExamples,
} from '#rules/artists/example-limits.ts'
import { exampleProcess } from '#rules/artists/example-process.ts'
import { exampleDescriptionMissing } from '#rules/errors/artist-errors.ts'
import { oneLine, showsSomething } from '#rules/plain-text.ts'
import { endpoint } from '../endpoint.ts'

const ownExampleSchema = z.object({
  id: z.uuid(),
  description: z.string(),
  fileName: z.string(),
  /** Others hear it once it is `ready`; `refused` has a reason. */
  state: z.enum(exampleProcess.statuses),
  /** The reason of a refusal, as a message for the artist. */
  reason: z.string().nullable(),
  /** It is null until it is ready. */
  url: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  uploadedAt: z.iso.datetime(),
})
export type OwnExample = z.infer<typeof ownExampleSchema>

const exampleId = z.object({ id: z.uuid() })
const description = z
  .string(exampleDescriptionMissing)
  .transform(oneLine)
  .pipe(
    z
      .string()
      .max(
        maxExampleDescriptionLength,
        `Please use at most ${maxExampleDescriptionLength} characters`,
      )
      .refine(showsSomething, exampleDescriptionMissing),
  )
const examples = z.object({ examples: z.array(ownExampleSchema) })

export const listOwnExamples = endpoint('GET /api/artist/examples', {
  by: 'artist',
  summary: 'The own examples in the own order, with those that are being prepared or were refused.',
  input: z.object({}),
  output: examples,
})

export const addExample = endpoint('POST /api/artist/examples', {
  by: 'artist',
  summary: `Takes a recording; its first ${maxExampleSeconds} seconds become the first of up to ${maxExamples} examples.`,
  file: {
    field: 'file',
    summary: 'The recording.',
    accept: audioFileTypes,
    maxBytes: maxExampleBytes,
    refusals: {
      missing: 'upload_file_missing',
      notAccepted: 'audio_not_recognised',
      tooLarge: 'example_too_large',
      interrupted: 'upload_interrupted',
    },
  },
  refusals: [
    'too_many_examples',
    'too_many_profile_changes',
    'upload_file_missing',
    'upload_interrupted',
    'example_too_large',
    'audio_not_recognised',
    'storage_full',
  ],
  input: z.object({ description }),
  output: ownExampleSchema,
})

export const editExample = endpoint('PATCH /api/artist/examples/{id}', {
  by: 'artist',
  summary: 'Describes an own example in other words.',
  refusals: ['not_found', 'too_many_profile_changes'],
  input: exampleId.extend({ description }),
  output: ownExampleSchema,
})

export const orderExamples = endpoint('PUT /api/artist/examples/order', {
  by: 'artist',
  summary: 'Puts the own examples in the order of the ids, which are all of them.',
  refusals: ['examples_changed', 'too_many_profile_changes'],
  input: z.object({ ids: z.array(z.uuid()).max(maxExamples) }),
  output: examples,
})

export const deleteExample = endpoint('DELETE /api/artist/examples/{id}', {
  by: 'artist',
  summary: 'Removes an own example, in whichever state it is, with its file.',
  refusals: ['not_found', 'too_many_profile_changes'],
  input: exampleId,
  output: z.object({}),
})

export const streamExample = endpoint('GET /public/examples/{id}/audio.mp3', {
  by: 'anyone',
  summary: 'An example of how an artist plays, with Range.',
  produces: 'audio/mpeg',
  refusals: ['not_found'],
  input: exampleId,
  output: z.unknown(),
})
