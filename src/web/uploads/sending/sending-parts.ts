// What the modules of this folder share: the store of the sendings, what goes on for each, and the calls.

import type { StoreApi } from 'zustand/vanilla'
import type { z } from 'zod'
import type { sendUploadDetails, Upload } from '#contracts/uploads.ts'
import type { DeviceStorage } from '#web/api/device-storage.ts'
import type { CodeOf, Result } from '#web/api/result.ts'
import { forgetFile } from './remembered-files.ts'
import { sendingMessages } from './sending-messages.ts'
import { percentOf, stateOfUpload, type Sending } from './sending.ts'

export type SendingsState = {
  /** Newest last. */
  sendings: Sending[]
  /** The one that the upload form shows. Its details are not sent yet, unless its file was refused since. */
  formKey: string | null
}

/** What the form sends: the input of `sendUploadDetails` without the id. */
export type Details = Omit<z.input<(typeof sendUploadDetails)['input']>, 'id'>
export type Submitted = Result<Upload, CodeOf<typeof sendUploadDetails>>

/** Sends one file to the end, however often the connection is lost. */
export type SendFile = (file: File, options: SendOptions) => { stop: () => void }

export type SendOptions = {
  /** Null for a new upload. */
  uploadId: string | null
  /** The upload that the new one takes the details from; the server removes it. */
  replaces: string | null
  onCreated: (uploadId: string) => void
  onProgress: (bytesSent: number) => void
  onConnectionLost: () => void
  /** Nothing more is sent: the server has every byte, or does not take them any more. */
  onArrived: () => void
  onRefused: (reason: string) => void
}

export type SendingsDeps = {
  /** Loads the code of the protocol when the first file is chosen. */
  loadSender: () => Promise<SendFile>
  /** Null without a response. */
  listUploads: () => Promise<Upload[] | null>
  removeUpload: (uploadId: string) => Promise<Result<object>>
  submitDetails: (uploadId: string, details: Details) => Promise<Submitted>
  /** Calls `onChange` until it returns false; with null when there is no such upload. Returns how to stop. */
  follow: (uploadId: string, onChange: (upload: Upload | null) => boolean) => () => void
  storage: () => DeviceStorage
  /** For other tabs of this browser. Returns how to release it. */
  holdInThisTab: (uploadId: string) => () => void
  isHeldInATab: (uploadId: string) => Promise<boolean>
  onListed: () => void
  /** The chosen file has arrived already, or is on its way: it is not sent again. */
  onHere: () => void
}

/** What goes on for one sending: it is replaced with its file, and late events of the one before are ignored. */
export type Work = {
  stop: () => void
  /** The id; null when the server does not take the file. */
  created: PromiseWithResolvers<string | null>
}

export type Parts = SendingsDeps & {
  store: StoreApi<SendingsState>
  works: Map<string, Work>
}

export function findSending({ store }: Parts, key: string): Sending | undefined {
  return store.getState().sendings.find((one) => one.key === key)
}

export function changeSending({ store }: Parts, key: string, changes: Partial<Sending>): void {
  store.setState(({ sendings }) => ({
    sendings: sendings.map((one) => (one.key === key ? { ...one, ...changes } : one)),
  }))
}

export function removeSending(parts: Parts, key: string): void {
  parts.works.get(key)?.stop()
  parts.works.delete(key)
  parts.store.setState(({ sendings, formKey }) => ({
    sendings: sendings.filter((one) => one.key !== key),
    formKey: formKey === key ? null : formKey,
  }))
}

/** What the server says of it. */
export function showUpload(parts: Parts, key: string, upload: Upload): void {
  const state = stateOfUpload(upload)
  const { title, fileName, details } = upload
  // Until its details are sent, the file belongs to the form: after a reload it is found again, and is not sent twice.
  const isOfForm = details === null && (state.name === 'preparing' || state.name === 'ready')
  if (state.name !== 'missing' && !isOfForm) forgetFile(parts.storage(), upload.id)
  const isSubmitted = details !== null
  changeSending(parts, key, { state, isSubmitted, details, title, fileName, isElsewhere: false })
  if (state.name !== 'listed') return
  releaseForm(parts, key)
  parts.onListed()
}

/** The form may take the next file. */
export function releaseForm({ store }: Parts, key: string): void {
  store.setState(({ formKey }) => ({ formKey: formKey === key ? null : formKey }))
}

/** From the last byte on the server says how far the upload is. */
export function followUpload(parts: Parts, key: string): void {
  const uploadId = findSending(parts, key)?.uploadId
  const work = parts.works.get(key)
  if (!uploadId || !work) return
  work.stop()
  work.stop = parts.follow(uploadId, (upload) => {
    if (parts.works.get(key) !== work) return false
    if (upload !== null) showUpload(parts, key, upload)
    else {
      forgetFile(parts.storage(), uploadId)
      const state = { name: 'refused', reason: sendingMessages.gone } as const
      changeSending(parts, key, { uploadId: null, isSubmitted: false, details: null, state })
    }
    // One that is prepared is listed when its details arrive, perhaps from another tab.
    return upload?.state === 'processing' || upload?.state === 'prepared'
  })
}

/** While another tab sends it, its progress is what the server has received. */
export async function followElsewhere(parts: Parts, key: string): Promise<void> {
  const uploadId = findSending(parts, key)?.uploadId
  const work = parts.works.get(key)
  if (!uploadId || !work || !(await parts.isHeldInATab(uploadId))) return
  if (parts.works.get(key) !== work) return
  const show = (bytesSent: number, percent: number) => {
    const state = { name: 'sending', bytesSent, percent, secondsLeft: null } as const
    changeSending(parts, key, { isElsewhere: true, state })
  }
  const { state } = findSending(parts, key) ?? {}
  if (state?.name === 'missing') show(state.bytesSent, state.percent)
  work.stop = parts.follow(uploadId, (upload) => {
    if (parts.works.get(key) !== work) return false
    if (upload?.state !== 'arriving') {
      followUpload(parts, key)
      return false
    }
    show(upload.bytesReceived, percentOf(upload.bytesReceived, upload.bytes))
    void showUnlessHeld(parts, key, { work, upload })
    return true
  })
}

async function showUnlessHeld(
  parts: Parts,
  key: string,
  { work, upload }: { work: Work; upload: Upload },
): Promise<void> {
  if (await parts.isHeldInATab(upload.id)) return
  if (parts.works.get(key) !== work) return
  work.stop()
  showUpload(parts, key, upload)
}
