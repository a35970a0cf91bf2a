import {
  maxUploadMegabytes,
  maxUnfinishedUploads,
  maxUploadsAtOnce,
} from '../uploads/upload-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

export const uploadErrors = {
  upload_file_missing: { status: 400, message: 'Please select a file to upload' },
  upload_too_large: {
    status: 413,
    message: `The file is larger than ${maxUploadMegabytes} MB.`,
  },
  too_many_uploads: {
    status: 409,
    message: `${maxUploadsAtOnce} of your uploads are in progress. Please wait until one of them is done.`,
  },
  too_many_unfinished_uploads: {
    status: 409,
    message: `${maxUnfinishedUploads} of your uploads are not finished. Please send the details of one, or remove it.`,
  },
  upload_busy: {
    status: 423,
    message: 'This file is being sent from another place. Please try again in a moment.',
  },
  upload_offset: {
    status: 409,
    message: 'The server has more or less of this file than was assumed. Please try again.',
  },
  upload_listed: {
    status: 409,
    message: 'This track is listed already. You find it among your tracks.',
  },
  upload_interrupted: { status: 400, message: 'Upload failed. Please try again.' },
  key_unanswered: {
    status: 409,
    message: 'The recording sounds like another key. Please answer which key it is in.',
  },
  storage_full: {
    status: 507,
    message: 'There is no room to store the file right now. Please try again later.',
  },
} as const satisfies RefusalTable
