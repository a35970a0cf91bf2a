// The upload transfer: one recording on its way from this browser tab to a prepared upload. Its states, and what each
// event makes of them; an event that comes too late changes nothing.

import type { Upload, UploadFacts } from '#contracts/uploads.ts'
import { questionAboutKey } from '#rules/music/measured-key.ts'
import type { UploadStage } from '#rules/uploads/upload-process.ts'
import { uploadMessages } from './upload-messages.ts'

export type TransferState =
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

export type UploadTransfer = {
  /** Of this browser tab; stays the same when the file is replaced. */
  key: string
  /** Null until the server has taken the first request. */
  uploadId: string | null
  /** Null until the server has the details. */
  title: string | null
  fileName: string
  /** The size of the whole file. */
  bytes: number
  /** True once the server has the details: the form may then take the next file. */
  isSubmitted: boolean
  /** As the server has them; null until it has. */
  details: Upload['details']
  /** Another tab of this browser sends it. */
  isElsewhere: boolean
  state: TransferState
}

/** What is told while this tab sends the file. */
export type SendingEvent =
  /** The server has taken the first request; again after a lost connection. */
  | { type: 'created'; uploadId: string }
  /** The seconds are null as long as they cannot be estimated. */
  | { type: 'progressed'; bytesSent: number; secondsLeft: number | null }
  | { type: 'connectionLost' }
  /** Nothing more is sent: the server has every byte, or does not take them any more. */
  | { type: 'arrived' }
  | { type: 'refused'; reason: string }

export type TransferEvent =
  | SendingEvent
  /** The artist has chosen the file that is sent from now on, or the rest of it. */
  | { type: 'chosen'; fileName: string; bytes: number }
  /** What the server has received while another tab sends it. */
  | { type: 'sentElsewhere'; bytesSent: number }
  /** What the server says of an upload that no tab is sending. */
  | { type: 'reported'; upload: Upload }
  /** The server has no such upload any more. */
  | { type: 'gone' }
  | { type: 'detailsStored'; upload: Upload }

/** The state machine. */
export function nextTransfer(transfer: UploadTransfer, event: TransferEvent): UploadTransfer {
  switch (event.type) {
    case 'chosen': {
      const { fileName, bytes } = event
      return { ...transfer, fileName, bytes, isElsewhere: false, state: { name: 'checking' } }
    }
    case 'created':
    case 'progressed':
    case 'connectionLost':
    case 'arrived':
    case 'refused':
      return isOnTheWay(transfer) ? sentOn(transfer, event) : transfer
    case 'sentElsewhere': {
      if (transfer.state.name !== 'missing' && !transfer.isElsewhere) return transfer
      return {
        ...transfer,
        isElsewhere: true,
        state: sendingState(transfer, event.bytesSent, null),
      }
    }
    case 'reported':
      return isOnTheWay(transfer) ? transfer : { ...transfer, ...reportedBy(event.upload) }
    case 'gone': {
      if (isOnTheWay(transfer)) return transfer
      const state = { name: 'refused', reason: uploadMessages.gone } as const
      return { ...transfer, uploadId: null, isSubmitted: false, details: null, state }
    }
    case 'detailsStored': {
      const { title, details } = event.upload
      return { ...transfer, isSubmitted: true, title, details }
    }
  }
}

function sentOn(transfer: UploadTransfer, event: SendingEvent): UploadTransfer {
  switch (event.type) {
    case 'created':
      return { ...transfer, uploadId: event.uploadId }
    case 'progressed': {
      const { bytesSent, secondsLeft } = event
      return { ...transfer, state: sendingState(transfer, bytesSent, secondsLeft) }
    }
    case 'connectionLost': {
      const bytesSent = 'bytesSent' in transfer.state ? transfer.state.bytesSent : 0
      const percent = percentOf(bytesSent, transfer.bytes)
      return { ...transfer, state: { name: 'waiting', bytesSent, percent } }
    }
    case 'arrived':
      return { ...transfer, state: { name: 'arrived' } }
    case 'refused':
      return { ...transfer, state: { name: 'refused', reason: event.reason } }
  }
}

function sendingState(
  { bytes }: UploadTransfer,
  bytesSent: number,
  secondsLeft: number | null,
): TransferState {
  return { name: 'sending', bytesSent, percent: percentOf(bytesSent, bytes), secondsLeft }
}

function percentOf(bytesSent: number, bytes: number): number {
  return bytes === 0 ? 0 : Math.floor((bytesSent / bytes) * 100)
}

function reportedBy(upload: Upload) {
  const { title, fileName, details } = upload
  const isSubmitted = details !== null
  return { title, fileName, details, isSubmitted, isElsewhere: false, state: stateOf(upload) }
}

function stateOf(upload: Upload): TransferState {
  switch (upload.state) {
    case 'arriving': {
      const { bytes, bytesReceived: bytesSent } = upload
      return { name: 'missing', bytesSent, percent: percentOf(bytesSent, bytes) }
    }
    case 'listed':
      return { name: 'listed' }
    case 'refused':
      return { name: 'refused', reason: upload.reason ?? uploadMessages.failed }
    case 'prepared':
      if (upload.facts) return { name: 'ready', facts: upload.facts }
      return { name: 'preparing', stage: upload.stage }
    case 'processing':
      return { name: 'preparing', stage: upload.stage }
  }
}

/** The transfer of a file that the artist has chosen. */
export function newTransfer({ name, size }: File): UploadTransfer {
  return {
    key: crypto.randomUUID(),
    uploadId: null,
    fileName: name,
    bytes: size,
    title: null,
    isSubmitted: false,
    details: null,
    isElsewhere: false,
    state: { name: 'checking' },
  }
}

/** The transfer of an upload that this tab has not begun to send. Its key is the upload's id. */
export function transferOf(upload: Upload): UploadTransfer {
  return { key: upload.id, uploadId: upload.id, bytes: upload.bytes, ...reportedBy(upload) }
}

/** This tab sends it: leaving the page would stop it. */
export function isOnTheWay({ state, isElsewhere }: UploadTransfer): boolean {
  if (isElsewhere) return false
  return state.name === 'checking' || state.name === 'sending' || state.name === 'waiting'
}

/** Its file is at the server, or a part of it, and its details are not sent yet. */
export function isWithoutDetails({ uploadId, isSubmitted, state }: UploadTransfer): boolean {
  return uploadId !== null && !isSubmitted && state.name !== 'refused'
}

/** 'You wrote E, it sounds like Am. Which is it?', where the track waits for the answer; otherwise null. */
export function keyQuestion({ state, details }: UploadTransfer): string | null {
  if (state.name !== 'ready' || details === null) return null
  return questionAboutKey(details.keySignature, state.facts)
}
