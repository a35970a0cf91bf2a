// What goes on for each transfer: its file is sent, then its upload is followed. What happens becomes an event of the state
// machine (upload-transfer.ts).

import type { StoreApi } from 'zustand/vanilla'
import type { z } from 'zod'
import type { sendUploadDetails, Upload } from '#contracts/uploads.ts'
import type { CodeOf, Result } from '#web/api/result.ts'
import type { StoredUploads } from '#web/api/stored-uploads.ts'
import {
  nextTransfer,
  type SendingEvent,
  type TransferEvent,
  type UploadTransfer,
} from './upload-transfer.ts'

export type TransfersState = {
  /** Newest last. */
  transfers: UploadTransfer[]
  /** The one that the upload form shows. Its details are not sent yet, unless its file was refused since. */
  formKey: string | null
}

/** What the form sends: the input of `sendUploadDetails` without the id. */
export type Details = Omit<z.input<(typeof sendUploadDetails)['input']>, 'id'>
export type Submitted = Result<Upload, CodeOf<typeof sendUploadDetails>>

/** Sends one file to the end, however often the connection is lost. */
export type SendFile = (emit: (event: SendingEvent) => void) => { stop: () => void }

export type Sender = {
  /** Sends a new upload. The server removes the one that it `replaces`, whose details it takes over. */
  begin: (file: File, replaces: string | null) => SendFile
  /** The uploads of which this browser has sent this very file, or its beginning; `goOn` sends the rest. */
  findPrevious: (file: File) => Promise<{ uploadId: string; goOn: SendFile }[]>
}

export type TransferDeps = {
  /** Loads the code of the protocol when the first file is chosen. */
  loadSender: () => Promise<Sender>
  /** Null without a response. */
  listUploads: () => Promise<Upload[] | null>
  removeUpload: (uploadId: string) => Promise<Result<object>>
  submitDetails: (uploadId: string, details: Details) => Promise<Submitted>
  /** Calls `onChange` until it returns false; with null when there is no such upload. Returns how to stop. */
  follow: (uploadId: string, onChange: (upload: Upload | null) => boolean) => () => void
  /** What this browser was sending. */
  stored: Pick<StoredUploads, 'ids' | 'forget'>
  /** For other tabs of this browser. Returns how to release it. */
  holdInThisTab: (uploadId: string) => () => void
  isHeldInATab: (uploadId: string) => Promise<boolean>
  onListed: () => void
  /** The chosen file has arrived already, or is on its way: it is not sent again. */
  onHere: () => void
}

/** What goes on for one transfer: it is replaced with its file, and late events of the one before are ignored. */
type Work = { stop: () => void }

export type Parts = TransferDeps & {
  store: StoreApi<TransfersState>
  works: Map<string, Work>
  /** The file that was chosen last for each transfer. */
  chosen: Map<string, File>
}

export function findTransfer({ store }: Parts, key: string): UploadTransfer | undefined {
  return store.getState().transfers.find((one) => one.key === key)
}

export function dispatch({ store }: Parts, key: string, event: TransferEvent): void {
  store.setState(({ transfers }) => ({
    transfers: transfers.map((one) => (one.key === key ? nextTransfer(one, event) : one)),
  }))
}

export function addTransfer(parts: Parts, transfer: UploadTransfer): void {
  parts.store.setState(({ transfers }) => ({ transfers: [...transfers, transfer] }))
  startWork(parts, transfer.key)
}

export function removeTransfer(parts: Parts, key: string): void {
  parts.works.get(key)?.stop()
  parts.works.delete(key)
  parts.chosen.delete(key)
  parts.store.setState(({ transfers, formKey }) => ({
    transfers: transfers.filter((one) => one.key !== key),
    formKey: formKey === key ? null : formKey,
  }))
}

/** The form may take the next file. */
export function releaseForm({ store }: Parts, key: string): void {
  store.setState(({ formKey }) => ({ formKey: formKey === key ? null : formKey }))
}

function startWork({ works }: Parts, key: string): Work {
  works.get(key)?.stop()
  const work: Work = { stop: () => {} }
  works.set(key, work)
  return work
}

/** Sends the file, or the rest of it, instead of what the transfer did before. */
export function send(parts: Parts, key: string, { file, by }: { file: File; by: SendFile }): void {
  const work = startWork(parts, key)
  /** Lets another tab send it. */
  let release = () => {}
  dispatch(parts, key, { type: 'chosen', fileName: file.name, bytes: file.size })
  const { stop } = by((event) => {
    const isCurrent = parts.works.get(key) === work
    // Cancelled before the server had answered: what it has created is removed.
    if (!isCurrent && event.type === 'created') void parts.removeUpload(event.uploadId)
    if (!isCurrent) return
    dispatch(parts, key, event)
    if (event.type === 'created' || event.type === 'refused') release()
    if (event.type === 'created') release = parts.holdInThisTab(event.uploadId)
    if (event.type === 'arrived') followUpload(parts, key)
  })
  work.stop = () => {
    stop()
    release()
  }
}

/** Shows why the file is not sent. */
export function refuse(parts: Parts, key: string, file: File, reason: string): void {
  startWork(parts, key)
  dispatch(parts, key, { type: 'chosen', fileName: file.name, bytes: file.size })
  dispatch(parts, key, { type: 'refused', reason })
}

/** What the server says of it. */
export function showUpload(parts: Parts, key: string, upload: Upload): void {
  dispatch(parts, key, { type: 'reported', upload })
  // Until its details are sent, the file belongs to the form: after a reload it is found again, and is not sent twice.
  const isOfForm = upload.details === null && ['processing', 'prepared'].includes(upload.state)
  if (upload.state !== 'arriving' && !isOfForm) parts.stored.forget(upload.id)
  if (upload.state !== 'listed') return
  releaseForm(parts, key)
  parts.onListed()
}

/** From the last byte on the server says how far the upload is. */
export function followUpload(parts: Parts, key: string): void {
  const uploadId = findTransfer(parts, key)?.uploadId
  const work = parts.works.get(key)
  if (!uploadId || !work) return
  work.stop()
  work.stop = parts.follow(uploadId, (upload) => {
    if (parts.works.get(key) !== work) return false
    if (upload !== null) showUpload(parts, key, upload)
    else {
      parts.stored.forget(uploadId)
      dispatch(parts, key, { type: 'gone' })
    }
    // One that is prepared is listed when its details arrive, perhaps from another tab.
    return upload?.state === 'processing' || upload?.state === 'prepared'
  })
}

/** While another tab sends it, its progress is what the server has received. */
export async function followElsewhere(parts: Parts, key: string): Promise<void> {
  const { uploadId, state } = findTransfer(parts, key) ?? {}
  const work = parts.works.get(key)
  if (!uploadId || !work || !(await parts.isHeldInATab(uploadId))) return
  if (parts.works.get(key) !== work) return
  const sentElsewhere = (bytesSent: number) =>
    dispatch(parts, key, { type: 'sentElsewhere', bytesSent })
  if (state?.name === 'missing') sentElsewhere(state.bytesSent)
  work.stop = parts.follow(uploadId, (upload) => {
    if (parts.works.get(key) !== work) return false
    if (upload?.state !== 'arriving') {
      followUpload(parts, key)
      return false
    }
    sentElsewhere(upload.bytesReceived)
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
