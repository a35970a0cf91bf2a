// Sends a recording to the uploads by the tus protocol. Loaded when a file is chosen.

import { idInAddress, openStoredUploads, type PreviousUpload } from '#web/api/stored-uploads.ts'
import { findPreviousUploads, sendFileByTus } from '#web/api/tus-upload.ts'
import { uploadFailureText } from './upload-messages.ts'
import { storedTransfersKey } from './transfer-signal.ts'
import type { SendFile, Sender } from './transfer-work.ts'

const place = {
  endpoint: '/api/proxy/uploads',
  urlStorage: openStoredUploads(storedTransfersKey).urlStorage,
}

export const tusSender: Sender = {
  begin: (file, replaces) =>
    sendFile(file, { previous: null, further: replaces === null ? {} : { replaces } }),

  async findPrevious(file) {
    const uploads = await findPreviousUploads(file, place)
    return uploads.flatMap((previous) => {
      const uploadId = idInAddress(previous.uploadUrl)
      if (uploadId === null) return []
      return { uploadId, goOn: sendFile(file, { previous, further: {} }) }
    })
  },
}

type Start = { previous: PreviousUpload | null; further: Record<string, string> }

function sendFile(file: File, { previous, further }: Start): SendFile {
  return (emit) =>
    sendFileByTus(file, {
      ...place,
      previous,
      metadata: { filename: file.name, ...further },
      onCreated(address) {
        const uploadId = idInAddress(address)
        if (uploadId !== null) emit({ type: 'created', uploadId })
      },
      onProgress: (bytesSent, secondsLeft) => emit({ type: 'progressed', bytesSent, secondsLeft }),
      onConnectionLost: () => emit({ type: 'connectionLost' }),
      onArrived: () => emit({ type: 'arrived' }),
      onRefused: (refused) => emit({ type: 'refused', reason: uploadFailureText(refused) }),
    })
}
