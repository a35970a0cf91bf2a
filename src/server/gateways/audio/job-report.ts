// The lines that a job's child process prints; the parent validates each of them.
import { z } from 'zod'
import { audioRefusalCodes } from './audio-refusal.ts'
import { previewPeakCount, trackPeakCount } from './peaks.ts'

const peaks = (count: number) =>
  z.base64().refine((text) => Buffer.from(text, 'base64').length === count)

const stage = z.strictObject({ stage: z.enum(['measuring', 'making_preview']) })
const refused = z.strictObject({ refused: z.enum(audioRefusalCodes) })
const music = z.strictObject({
  measuredKey: z
    .string()
    .regex(/^[A-G][b#]?m?$/)
    .nullable(),
  measuredKeyConfidence: z.number().min(0).max(1).nullable(),
  tempoBpm: z.number().positive().nullable(),
})
const measured = z.strictObject({ music })
const example = z.strictObject({ example: z.strictObject({ durationMs: z.int().positive() }) })
const copied = z.strictObject({
  copied: z.strictObject({ durationMs: z.int().positive(), peaks: peaks(previewPeakCount) }),
})
const checked = z.strictObject({ checked: z.strictObject({ durationMs: z.int().positive() }) })
const prepared = z.strictObject({
  prepared: z.strictObject({
    codec: z.string().regex(/^\w{1,32}$/),
    sampleRateHz: z.int().positive(),
    channels: z.int().positive(),
    durationMs: z.int().positive(),
    loudnessLufs: z.number(),
    loudnessRangeLu: z.number(),
    ...music.shape,
    peaks: peaks(trackPeakCount),
    preview: z.strictObject({
      startMs: z.int().nonnegative(),
      durationMs: z.int().positive(),
      peaks: peaks(previewPeakCount),
    }),
  }),
})

export const jobReport = z.union([stage, refused, prepared, measured, example, copied, checked])
export type JobReport = z.infer<typeof jobReport>
