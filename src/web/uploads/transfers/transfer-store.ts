// The store of the recordings that this browser tab is sending or has sent: they go on while the artist uses other pages.

import { createStore } from 'zustand/vanilla'
import type { Upload } from '#contracts/uploads.ts'
import type { KeyAnswer } from '#rules/music/measured-key.ts'
import type { Refused } from '#web/api/result.ts'
import { uploadMessages } from './upload-messages.ts'
import { problemWithFile } from './file-problem.ts'
import {
  addTransfer,
  dispatch,
  findTransfer,
  followElsewhere,
  followUpload,
  refuse,
  releaseForm,
  removeTransfer,
  send,
  showUpload,
  type Details,
  type Parts,
  type Sender,
  type Submitted,
  type TransferDeps,
  type TransfersState,
} from './transfer-work.ts'
import { isWithoutDetails, newTransfer, transferOf } from './upload-transfer.ts'

export function createTransferStore(deps: TransferDeps) {
  const store = createStore<TransfersState>(() => ({ transfers: [], formKey: null }))
  const parts: Parts = { ...deps, store, works: new Map(), chosen: new Map() }
  return {
    store,
    get: store.getState,
    /** The form's file: sending begins at once, unless it is here already. Another one that the form has is replaced. */
    choose: (file: File) => choose(parts, file),
    /**
     * Goes on where it stopped if this is the file that a reload has lost; otherwise it takes the place of the old one,
     * with its details. Resolves to whether it goes on.
     */
    replace: (key: string, file: File) => replace(parts, key, file),
    /** Stops it, and removes at the server what has arrived. Null when that is done. */
    cancel: (key: string) => cancel(parts, key),
    /**
     * Sends the details, also while the file is on its way: the track is listed when both have arrived, and the form may
     * take the next file. Null when the file was refused before the server had taken it.
     */
    submit: (key: string, details: Details) => submit(parts, key, details),
    /** To the question which key it is in, with the details that the server has. */
    answerKey: (key: string, answer: KeyAnswer) => answerKey(parts, key, answer),
    /** Shows in the form one that waits for its details. */
    openInForm: (key: string) => store.setState({ formKey: key }),
    /** Takes over the server's list: what is not known here yet, perhaps from another device. */
    adopt: (uploads: Upload[]) => uploads.forEach((upload) => adopt(parts, upload)),
    /** One that is listed is shown among the tracks from now on. */
    forget: (key: string) => removeTransfer(parts, key),
    /** After a reload: what this browser was sending. */
    restore: () => restore(parts),
    /** For another account. What has arrived stays at the server. */
    clear: () => store.getState().transfers.forEach(({ key }) => removeTransfer(parts, key)),
  }
}

async function choose(parts: Parts, file: File): Promise<void> {
  const key = parts.store.getState().formKey ?? addNew(parts, file)
  parts.store.setState({ formKey: key })
  const found = await lookUp(parts, key, file)
  if (found === null) return
  const { transfers } = parts.store.getState()
  const here = transfers.filter(isWithoutDetails).find((one) => previousOf(found, one.uploadId))
  if (here && here.key !== key) {
    // The form takes the file that is here; the one that it had is not wanted any more.
    parts.store.setState({ formKey: here.key })
    void cancel(parts, key)
  }
  if (here && here.state.name !== 'missing') parts.onHere()
  else sendFound(parts, here?.key ?? key, { file, found })
}

function addNew(parts: Parts, file: File): string {
  const transfer = newTransfer(file)
  addTransfer(parts, transfer)
  return transfer.key
}

async function replace(parts: Parts, key: string, file: File): Promise<boolean> {
  const found = await lookUp(parts, key, file)
  return found !== null && sendFound(parts, key, { file, found })
}

type Found = { sender: Sender; previous: Awaited<ReturnType<Sender['findPrevious']>> }

/** Null when the file cannot be sent, which the transfer then shows, or when it is not wanted any more. */
async function lookUp(parts: Parts, key: string, file: File): Promise<Found | null> {
  parts.chosen.set(key, file)
  const problem = problemWithFile(file)
  const found = problem === null ? await findPrevious(parts, file) : null
  if (parts.chosen.get(key) !== file) return null
  if (found === null) refuse(parts, key, file, problem ?? uploadMessages.failed)
  return found
}

/** Null when the code could not be loaded: offline, or after an update of the site. */
async function findPrevious(parts: Parts, file: File): Promise<Found | null> {
  try {
    const sender = await parts.loadSender()
    return { sender, previous: await sender.findPrevious(file) }
  } catch {
    return null
  }
}

function previousOf({ previous }: Found, uploadId: string | null) {
  return previous.find((one) => one.uploadId === uploadId)
}

/** Returns whether the transfer goes on. */
function sendFound(parts: Parts, key: string, { file, found }: { file: File; found: Found }) {
  const transfer = findTransfer(parts, key)
  if (!transfer) return false
  const { uploadId, state } = transfer
  const previous = state.name === 'missing' ? previousOf(found, uploadId) : undefined
  if (uploadId !== null && !previous) parts.stored.forget(uploadId)
  send(parts, key, { file, by: previous?.goOn ?? found.sender.begin(file, uploadId) })
  return previous !== undefined
}

async function cancel(parts: Parts, key: string): Promise<Refused | null> {
  const uploadId = findTransfer(parts, key)?.uploadId ?? null
  if (uploadId !== null) {
    parts.works.get(key)?.stop()
    const result = await parts.removeUpload(uploadId)
    if (!result.ok && result.status !== 404) return result
    parts.stored.forget(uploadId)
  }
  removeTransfer(parts, key)
  return null
}

async function submit(parts: Parts, key: string, details: Details): Promise<Submitted | null> {
  const uploadId = await whenCreated(parts, key)
  if (uploadId === null) return null
  const result = await parts.submitDetails(uploadId, details)
  if (!result.ok) return result
  const upload = result.value
  dispatch(parts, key, { type: 'detailsStored', upload })
  if (upload.state !== 'arriving') parts.stored.forget(uploadId)
  releaseForm(parts, key)
  if (upload.state === 'listed') showUpload(parts, key, upload)
  return result
}

/** The upload's id once the server has taken the file; null if it is refused or removed before. */
function whenCreated(parts: Parts, key: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const look = () => {
    const { uploadId = null, state } = findTransfer(parts, key) ?? {}
    if (uploadId !== null || state === undefined || state.name === 'refused') resolve(uploadId)
  }
  const unsubscribe = parts.store.subscribe(look)
  look()
  return promise.finally(unsubscribe)
}

async function answerKey(
  parts: Parts,
  key: string,
  keyAnswer: KeyAnswer,
): Promise<Submitted | null> {
  const details = findTransfer(parts, key)?.details
  if (!details) return null
  return submit(parts, key, { ...details, confirmation: true, keyAnswer })
}

function adopt(parts: Parts, upload: Upload): void {
  const { transfers } = parts.store.getState()
  if (transfers.some(({ uploadId }) => uploadId === upload.id)) return
  const transfer = transferOf(upload)
  addTransfer(parts, transfer)
  if (upload.state === 'processing' || upload.state === 'prepared')
    followUpload(parts, transfer.key)
  if (upload.state === 'arriving') void followElsewhere(parts, transfer.key)
}

async function restore(parts: Parts): Promise<void> {
  const ids = parts.stored.ids()
  if (ids.length === 0) return
  const uploads = await parts.listUploads()
  if (uploads === null) return
  for (const id of ids) {
    const upload = uploads.find((one) => one.id === id)
    if (upload) adopt(parts, upload)
    else parts.stored.forget(id)
  }
  const { transfers, formKey } = parts.store.getState()
  const latest = transfers.findLast((one) => !one.isSubmitted && ids.includes(one.uploadId ?? ''))
  if (formKey === null && latest) parts.store.setState({ formKey: latest.key })
}
