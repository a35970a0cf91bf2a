import { missingInUpload } from '../uploads/upload-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

export const trackErrors = {
  track_taken_down: {
    status: 409,
    message: 'This track was taken down by an admin. Please write to us about it.',
  },
  track_withdrawn: {
    status: 409,
    message: 'This track is withdrawn. Restore it before you edit it.',
  },
  licensed_from_missing: { status: 400, message: missingInUpload.licensedFrom },
} as const satisfies RefusalTable
