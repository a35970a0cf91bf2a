import { largestUploadMegabytes, mostUploadsAtOnce } from '../upload-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

export const uploadErrors = {
  upload_file_missing: { status: 400, message: 'Please select a file to upload' },
  upload_too_large: {
    status: 413,
    message: `The file is larger than ${largestUploadMegabytes} MB.`,
  },
  too_many_uploads: {
    status: 409,
    message: `${mostUploadsAtOnce} of your uploads are in progress. Please wait until one of them is done.`,
  },
  upload_interrupted: { status: 400, message: 'Upload failed. Please try again.' },
  storage_full: {
    status: 507,
    message: 'There is no room to store the file right now. Please try again later.',
  },
} as const satisfies RefusalTable
