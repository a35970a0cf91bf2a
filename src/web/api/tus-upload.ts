// Sends one file by the tus protocol, which goes on where the server has stopped receiving. Loaded when a file is chosen.

import { defaultOptions, DetailedError, Upload } from 'tus-js-client'
import { apiMessages } from './api-messages.ts'
import { asRefused, type Refused } from './result.ts'
import type { PreviousUpload, UrlStorage } from './stored-uploads.ts'
import { openTimeLeft } from './time-left.ts'

/** Enough for the server to identify the format: a wrong file is refused before the rest of it is sent. */
const firstChunkBytes = 64 * 1024
/** A proxy may limit a request's body, and the server checks the account with each request. */
const chunkBytes = 16 * 1024 * 1024
const retryAfterMs = { first: 1_000, longest: 15_000 }
/** A connection can be lost without a message: then no byte is sent any more. */
const stalledAfterMs = 30_000

export type TusFile = {
  /** Where files are announced. */
  endpoint: string
  /** Of which this is the rest; null announces the file. */
  previous: PreviousUpload | null
  /** Where the address is stored, to go on after a reload; null for a file that then begins anew. */
  urlStorage: UrlStorage | null
  metadata: Record<string, string>
  /** Called with the file's address once the server has it, and again after a lost connection. */
  onCreated: (url: string) => void
  /** The seconds are null as long as they cannot be estimated. */
  onProgress: (bytesSent: number, secondsLeft: number | null) => void
  onConnectionLost: () => void
  /** Nothing more is sent: the server has every byte, or does not take them any more. */
  onArrived: () => void
  onRefused: (refused: Refused) => void
}

/** Where this browser has sent this very file, or its beginning. */
export function findPreviousUploads(
  file: File,
  { endpoint, urlStorage }: { endpoint: string; urlStorage: UrlStorage },
): Promise<PreviousUpload[]> {
  return new Upload(file, { endpoint, urlStorage }).findPreviousUploads()
}

export function sendFileByTus(file: File, options: TusFile): { stop: () => void } {
  const upload = openUpload(file, options)
  const timeLeft = openTimeLeft(file.size)
  const attempts = openAttempts(upload, () => {
    timeLeft.restart()
    options.onConnectionLost()
  })
  Object.assign(upload.options, {
    onUploadUrlAvailable() {
      upload.options.endpoint = null
      if (upload.url !== null) options.onCreated(upload.url)
      if (!attempts.isEnded()) return
      upload.options.storeFingerprintForResuming = false
      void upload.abort()
    },
    onProgress(bytesSent: number) {
      attempts.noteProgress()
      if (!attempts.isEnded()) options.onProgress(bytesSent, timeLeft.note(bytesSent))
    },
    onChunkComplete() {
      attempts.noteSuccess()
      upload.options.chunkSize = chunkBytes
    },
    onSuccess() {
      attempts.end()
      options.onArrived()
    },
    onError(error: Error) {
      if (attempts.isEnded()) return
      const outcome = outcomeOf(error)
      if (outcome === 'again') return attempts.later()
      attempts.end()
      if (outcome === 'ended') options.onArrived()
      else options.onRefused(outcome)
    },
  } satisfies Upload['options'])
  attempts.now()
  return {
    stop() {
      attempts.end()
      // Without an address the server may be creating the file: `onCreated` then deals with it.
      if (upload.url !== null) void upload.abort()
    },
  }
}

function openUpload(file: File, { endpoint, previous, urlStorage, metadata }: TusFile): Upload {
  const upload = new Upload(file, {
    // Without it, a server that does not know the file any more gets no new one in its place.
    endpoint: previous === null ? endpoint : null,
    chunkSize: firstChunkBytes,
    metadata,
    // `openAttempts` waits for the connection as long as it takes.
    retryDelays: null,
    storeFingerprintForResuming: urlStorage !== null,
    ...(urlStorage === null ? {} : { urlStorage }),
    // The place is a part of the fingerprint, also when the file is not announced any more.
    fingerprint: (chosen) => defaultOptions.fingerprint(chosen, { endpoint }),
  })
  if (previous !== null) upload.resumeFromPreviousUpload(previous)
  return upload
}

/** Begins again after a lost connection: with growing pauses, and at once when the browser is online again. */
function openAttempts(upload: Upload, onConnectionLost: () => void) {
  let isEnded = false
  let pauseMs = retryAfterMs.first
  let retry: ReturnType<typeof setTimeout> | undefined
  let stall: ReturnType<typeof setTimeout> | undefined

  function now(): void {
    clearTimeout(retry)
    retry = undefined
    if (isEnded) return
    noteProgress()
    upload.start()
  }

  function later(): void {
    clearTimeout(stall)
    if (isEnded) return
    onConnectionLost()
    clearTimeout(retry)
    retry = setTimeout(now, pauseMs)
    pauseMs = Math.min(pauseMs * 2, retryAfterMs.longest)
  }

  function noteProgress(): void {
    clearTimeout(stall)
    if (!isEnded) stall = setTimeout(() => void upload.abort().then(later), stalledAfterMs)
  }

  const onOnline = () => {
    if (retry !== undefined) now()
  }
  window.addEventListener('online', onOnline)
  return {
    now,
    later,
    noteProgress,
    noteSuccess: () => {
      pauseMs = retryAfterMs.first
    },
    isEnded: () => isEnded,
    end(): void {
      isEnded = true
      clearTimeout(retry)
      clearTimeout(stall)
      window.removeEventListener('online', onOnline)
    },
  }
}

/** Sending goes on from where the server is. */
const passing = new Set<Refused['code']>(['upload_offset', 'upload_busy', 'upload_interrupted'])

/** `ended`: the upload takes no bytes any more, and the response of a HEAD request has no body to say why. */
function outcomeOf(error: Error): 'again' | 'ended' | Refused {
  if (!(error instanceof DetailedError) || error.originalResponse === null) return 'again'
  const status = error.originalResponse.getStatus()
  const body = parsed(error.originalResponse.getBody())
  const refused = asRefused(status, body, apiMessages.unexpectedError)
  if (passing.has(refused.code) || status === 423 || status === 429) return 'again'
  if (refused.code === 'storage_full') return refused
  if (status >= 500) return 'again'
  const isWithoutReason = error.originalRequest.getMethod() === 'HEAD'
  return status === 404 || (isWithoutReason && status !== 401 && status !== 403) ? 'ended' : refused
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
