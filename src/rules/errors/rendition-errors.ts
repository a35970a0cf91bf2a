import { maxRenditionsAtOnce } from '../orders/rendition-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

export const renditionErrors = {
  rendition_not_needed: {
    status: 409,
    message: 'The original is in this format already: download that.',
  },
  rendition_not_ready: {
    status: 409,
    message: 'This format is not ready. Ask for it on My Tracks.',
  },
  rendition_impossible: {
    status: 422,
    message: 'This format cannot be made from this recording. The original can be downloaded.',
  },
  rendition_failed: {
    status: 503,
    message: 'This format could not be made. Please try again later, or download the original.',
  },
  too_many_renditions: {
    status: 429,
    message: `We are preparing ${maxRenditionsAtOnce} of your tracks already. Please wait until one of them is ready.`,
  },
  downloads_in_progress: {
    status: 409,
    message: 'Your tracks are being downloaded already. Please wait until that has ended.',
  },
} as const satisfies RefusalTable
