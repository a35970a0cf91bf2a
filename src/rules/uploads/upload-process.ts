// The life of an upload: from its first byte to a listed track, or to a refusal with its reason.

import { defineProcess, type StatusOf } from '../process.ts'

export const uploadProcess = defineProcess({
  statuses: ['arriving', 'processing', 'prepared', 'listed', 'refused'],
  start: 'arriving',
  steps: {
    /** Every byte is stored; the job that prepares the recording is queued. */
    arrive: { from: ['arriving'], to: 'processing', by: ['artist'] },
    /**
     * Measured, with a preview. An upload whose details are there is listed in the same transaction, unless it sounds like
     * another key than the written one: then it waits for the artist's answer.
     */
    prepare: { from: ['processing'], to: 'prepared', by: ['system'] },
    /** Creates the track with the upload's id: when the preparation ends, or when the artist sends the details or the answer. */
    list: { from: ['prepared'], to: 'listed', by: ['artist', 'system'] },
    /** Removes the files; the reason and the details stay until the artist dismisses the upload. */
    refuse: { from: ['arriving', 'processing', 'prepared'], to: 'refused', by: ['system'] },
  },
})
export type UploadStatus = StatusOf<typeof uploadProcess>

/** Why an upload is refused: stored with it, and the answer to whoever continues it. */
export const uploadRefusals = [
  'audio_not_recognised',
  'audio_broken',
  'audio_too_short',
  'audio_too_long',
  'audio_silent',
  'audio_sample_rate',
  'audio_channels',
  'audio_took_too_long',
  'payment_setup_needed',
  'license_document_not_found',
  'upload_interrupted',
  'delivery_length',
] as const
export type UploadRefusal = (typeof uploadRefusals)[number]

const codes: ReadonlySet<string> = new Set(uploadRefusals)

export function isUploadRefusal(code: string): code is UploadRefusal {
  return codes.has(code)
}

/** What the file becomes: a track, a delivery of a commission, or the sung guide that belongs to a delivery. */
export type UploadPurpose = 'track' | 'delivery' | 'guide'

/** The artist may change its details, and remove it. */
export const unlistedUploadStatuses: readonly UploadStatus[] = uploadProcess.statuses.filter(
  (status) => status !== 'listed',
)

/** How far the processing is, for the artist to see. */
export const uploadStages = ['waiting', 'checking', 'measuring', 'making_preview'] as const
export type UploadStage = (typeof uploadStages)[number]
