// Sends the file of one sending, and turns what happens to states.

import { uploadMessages } from '../upload-messages.ts'
import { problemWithFile } from './file-problem.ts'
import { rememberFile } from './remembered-files.ts'
import { percentOf, type SendingState } from './sending.ts'
import {
  changeSending,
  findSending,
  followUpload,
  type Parts,
  type SendFile,
  type SendOptions,
  type Work,
} from './sending-parts.ts'
import { openTimeLeft } from './time-left.ts'

type Start = Pick<SendOptions, 'uploadId' | 'replaces'> & { file: File }
type Running = {
  parts: Parts
  key: string
  work: Work
  start: Start
  /** Lets another tab send it. */
  release: () => void
}

/** Begins or continues; the work of before is stopped. */
export function sendFrom(parts: Parts, key: string, start: Start): void {
  const { file, uploadId } = start
  parts.works.get(key)?.stop()
  const work: Work = { stop: () => {}, created: Promise.withResolvers<string | null>() }
  parts.works.set(key, work)
  const running: Running = { parts, key, work, start, release: () => {} }
  changeSending(parts, key, {
    uploadId: uploadId ?? start.replaces,
    fileName: file.name,
    bytes: file.size,
    isElsewhere: false,
    state: { name: 'checking' },
  })
  const problem = problemWithFile(file)
  if (problem !== null) refuse(running, problem)
  else void load(running)
}

async function load(running: Running): Promise<void> {
  const { parts, work, start } = running
  try {
    const sendFile: SendFile = await parts.loadSender()
    if (!isCurrent(running)) return
    const { stop } = sendFile(start.file, { ...start, ...reactions(running) })
    work.stop = () => {
      stop()
      running.release()
    }
  } catch {
    // The code could not be loaded: offline, or after an update of the site.
    refuse(running, uploadMessages.failed)
  }
}

const isCurrent = ({ parts, key, work }: Running) => parts.works.get(key) === work

function refuse(running: Running, reason: string): void {
  if (!isCurrent(running)) return
  const { parts, key, work } = running
  running.release()
  work.created.resolve(findSending(parts, key)?.uploadId ?? null)
  changeSending(parts, key, { state: { name: 'refused', reason } })
}

function reactions(running: Running): Omit<SendOptions, 'uploadId' | 'replaces'> {
  const { parts, key, work, start } = running
  const { file } = start
  const timeLeft = openTimeLeft(file.size)
  let bytesSent = 0
  const show = (state: SendingState) => {
    if (isCurrent(running)) changeSending(parts, key, { state })
  }
  return {
    onCreated(uploadId) {
      // Cancelled before the server had answered: what it has created is removed.
      if (!isCurrent(running)) return void parts.removeUpload(uploadId)
      rememberFile(parts.storage(), uploadId, file)
      running.release()
      running.release = parts.holdInThisTab(uploadId)
      changeSending(parts, key, { uploadId })
      work.created.resolve(uploadId)
    },
    onProgress(bytes) {
      bytesSent = bytes
      const percent = percentOf(bytesSent, file.size)
      show({ name: 'sending', bytesSent, percent, secondsLeft: timeLeft.note(bytesSent) })
    },
    onConnectionLost() {
      timeLeft.restart()
      show({ name: 'waiting', bytesSent, percent: percentOf(bytesSent, file.size) })
    },
    onArrived() {
      show({ name: 'arrived' })
      if (isCurrent(running)) followUpload(parts, key)
    },
    onRefused: (reason) => refuse(running, reason),
  }
}
