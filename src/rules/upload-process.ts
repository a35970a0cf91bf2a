// The life of an upload: from a stored recording to a listed track, or to a refusal with its reason.

import { defineProcess, type StatusOf } from './process.ts'

export const uploadProcess = defineProcess({
  statuses: ['processing', 'listed', 'refused'],
  start: 'processing',
  steps: {
    /** Creates the track with the upload's id. */
    list: { from: ['processing'], to: 'listed', by: ['system'] },
    /** Removes the files; the reason stays until the artist dismisses the upload. */
    refuse: { from: ['processing'], to: 'refused', by: ['system'] },
  },
})
export type UploadStatus = StatusOf<typeof uploadProcess>

/** How far the processing is, for the artist to see. */
export const uploadStages = ['waiting', 'checking', 'measuring', 'making_preview'] as const
export type UploadStage = (typeof uploadStages)[number]
