// Sends a recording to the uploads by the tus protocol. Loaded when a file is chosen.

import { sendFileByTus } from '#web/api/tus-upload.ts'
import { uploadFailureText } from '../upload-messages.ts'
import type { SendOptions } from './sending-parts.ts'

const endpoint = '/api/proxy/uploads'

export function sendByTus(file: File, options: SendOptions): { stop: () => void } {
  const { uploadId, replaces } = options
  return sendFileByTus(file, {
    ...options,
    endpoint,
    url: uploadId === null ? null : `${endpoint}/${uploadId}/file`,
    metadata: { filename: file.name, ...(replaces === null ? {} : { replaces }) },
    onCreated(url) {
      const [, id] = /([0-9a-f-]{36})\/file$/.exec(url) ?? []
      if (id !== undefined) options.onCreated(id)
    },
    onRefused: (refused) => options.onRefused(uploadFailureText(refused)),
  })
}
