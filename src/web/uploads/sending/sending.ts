// One recording on its way from this browser tab to a prepared upload: what it is, and its states.

import type { Upload, UploadFacts } from '#contracts/uploads.ts'
import { questionAboutKey } from '#rules/music/measured-key.ts'
import type { UploadStage } from '#rules/upload-process.ts'
import { uploadMessages } from '../upload-messages.ts'

export type SendingState =
  /** The server is asked whether it takes the file. */
  | { name: 'checking' }
  | { name: 'sending'; bytesSent: number; percent: number; secondsLeft: number | null }
  /** Without a connection; sending goes on by itself. */
  | { name: 'waiting'; bytesSent: number; percent: number }
  /** The page was reloaded, and with it went the file: the artist has to choose it again. */
  | { name: 'missing'; bytesSent: number; percent: number }
  /** Every byte is stored. */
  | { name: 'arrived' }
  | { name: 'preparing'; stage: UploadStage }
  /** Measured, with a preview: only the details are missing. */
  | { name: 'ready'; facts: UploadFacts }
  | { name: 'listed' }
  /** `reason` is a message for the artist. Another file may be chosen; details stay. */
  | { name: 'refused'; reason: string }

export type Sending = {
  /** Of this browser tab; stays the same when the file is replaced. */
  key: string
  /** Null until the server has taken the first request. */
  uploadId: string | null
  /** Null until the server has the details. */
  title: string | null
  fileName: string
  /** Of the whole file. */
  bytes: number
  /** True once the server has the details: the form may then take the next file. */
  isSubmitted: boolean
  /** As the server has them; null until it has. */
  details: Upload['details']
  /** Another tab of this browser sends it. */
  isElsewhere: boolean
  state: SendingState
}

/** Leaving the page would stop it. */
export function isOnTheWay({ state, isElsewhere }: Sending): boolean {
  if (isElsewhere) return false
  return state.name === 'checking' || state.name === 'sending' || state.name === 'waiting'
}

/** 'You wrote E, it sounds like Am. Which is it?', where the track waits for the answer; otherwise null. */
export function keyQuestion({ state, details }: Sending): string | null {
  if (state.name !== 'ready' || details === null) return null
  return questionAboutKey(details.keySignature, state.facts)
}

export function percentOf(bytesSent: number, bytes: number): number {
  return bytes === 0 ? 0 : Math.floor((bytesSent / bytes) * 100)
}

/** What the server says of an upload whose file is not being sent from here. */
export function stateOfUpload(upload: Upload): SendingState {
  if (upload.state === 'arriving') {
    const { bytes, bytesReceived: bytesSent } = upload
    return { name: 'missing', bytesSent, percent: percentOf(bytesSent, bytes) }
  }
  if (upload.state === 'prepared' && upload.facts) return { name: 'ready', facts: upload.facts }
  if (upload.state === 'listed') return { name: 'listed' }
  if (upload.state === 'refused')
    return { name: 'refused', reason: upload.reason ?? uploadMessages.failed }
  return { name: 'preparing', stage: upload.stage }
}

/** An upload that this tab has not begun to send. Its key is the upload's id. */
export function sendingOf(upload: Upload): Sending {
  return {
    key: upload.id,
    uploadId: upload.id,
    title: upload.title,
    fileName: upload.fileName,
    bytes: upload.bytes,
    isSubmitted: upload.details !== null,
    details: upload.details,
    isElsewhere: false,
    state: stateOfUpload(upload),
  }
}
