// The life of a file that is attached to a message. Pictures and documents are ready at once; audio is decoded by a job.

import { defineProcess, type StatusOf } from '../process.ts'

export const attachmentProcess = defineProcess({
  statuses: ['preparing', 'ready', 'refused'],
  start: 'preparing',
  steps: {
    /** Stores its listening copy, and removes the file that was sent. */
    prepare: { from: ['preparing'], to: 'ready', by: ['system'] },
    /** Removes the file; the message stays. */
    refuse: { from: ['preparing'], to: 'refused', by: ['system'] },
  },
})
export type AttachmentStatus = StatusOf<typeof attachmentProcess>
