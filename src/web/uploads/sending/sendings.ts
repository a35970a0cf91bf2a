// The recordings that this browser tab is sending or has sent: they go on while the artist uses other pages.

import { createStore } from 'zustand/vanilla'
import type { Upload } from '#contracts/uploads.ts'
import type { KeyAnswer } from '#rules/music/measured-key.ts'
import type { Refused } from '#web/api/result.ts'
import { forgetFile, isRemembered, readRemembered } from './remembered-files.ts'
import { sendFrom } from './send-work.ts'
import { sendingOf, type Sending } from './sending.ts'
import {
  changeSending,
  findSending,
  followElsewhere,
  followUpload,
  releaseForm,
  removeSending,
  showUpload,
  type Details,
  type Parts,
  type SendingsDeps,
  type SendingsState,
  type Submitted,
} from './sending-parts.ts'

export function createSendings(deps: SendingsDeps) {
  const store = createStore<SendingsState>(() => ({ sendings: [], formKey: null }))
  const parts: Parts = { ...deps, store, works: new Map() }
  return {
    store,
    get: store.getState,
    /**
     * The form's file: sending begins at once, unless it is here already. Another one that the form has is replaced.
     * Returns its key.
     */
    choose: (file: File) => choose(parts, file),
    /**
     * Goes on where it stopped if this is the file that a reload has lost; otherwise it takes the place of the old one,
     * with its details. Returns whether it goes on.
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
    forget: (key: string) => removeSending(parts, key),
    /** After a reload: what this browser was sending. Returns whether there was something. */
    restore: () => restore(parts),
    /** For another account. What has arrived stays at the server. */
    clear: () => store.getState().sendings.forEach(({ key }) => removeSending(parts, key)),
  }
}

function choose(parts: Parts, file: File): string {
  const { formKey } = parts.store.getState()
  const here = findHere(parts, file)
  if (here && here.key !== formKey) {
    // The form takes the file that is here; the one that it had is not wanted any more.
    if (formKey !== null) void cancel(parts, formKey)
    parts.store.setState({ formKey: here.key })
  }
  if (here && here.state.name !== 'missing') {
    parts.onHere()
    return here.key
  }
  const chosenFor = here?.key ?? formKey
  if (chosenFor !== null) {
    replace(parts, chosenFor, file)
    return chosenFor
  }
  const key = crypto.randomUUID()
  add(parts, {
    key,
    uploadId: null,
    fileName: file.name,
    bytes: file.size,
    title: null,
    isSubmitted: false,
    details: null,
    isElsewhere: false,
    state: { name: 'checking' },
  })
  parts.store.setState({ formKey: key })
  sendFrom(parts, key, { file, uploadId: null, replaces: null })
  return key
}

/** The same file, sent from this browser, whose details are not sent yet. */
function findHere(parts: Parts, file: File): Sending | undefined {
  const storage = parts.storage()
  return parts.store
    .getState()
    .sendings.find(
      ({ uploadId, isSubmitted, state }) =>
        uploadId !== null &&
        !isSubmitted &&
        state.name !== 'refused' &&
        isRemembered(storage, uploadId, file),
    )
}

function add({ store }: Parts, sending: Sending): void {
  store.setState(({ sendings }) => ({ sendings: [...sendings, sending] }))
}

function replace(parts: Parts, key: string, file: File): boolean {
  const sending = findSending(parts, key)
  if (!sending) return false
  const { uploadId, state } = sending
  const storage = parts.storage()
  const goesOn =
    uploadId !== null && state.name === 'missing' && isRemembered(storage, uploadId, file)
  if (uploadId !== null && !goesOn) forgetFile(storage, uploadId)
  sendFrom(parts, key, {
    file,
    uploadId: goesOn ? uploadId : null,
    replaces: goesOn ? null : uploadId,
  })
  return goesOn
}

async function cancel(parts: Parts, key: string): Promise<Refused | null> {
  const uploadId = findSending(parts, key)?.uploadId ?? null
  if (uploadId !== null) {
    parts.works.get(key)?.stop()
    const result = await parts.removeUpload(uploadId)
    if (!result.ok && result.status !== 404) return result
    forgetFile(parts.storage(), uploadId)
  }
  removeSending(parts, key)
  return null
}

async function submit(parts: Parts, key: string, details: Details): Promise<Submitted | null> {
  const uploadId =
    findSending(parts, key)?.uploadId ?? (await parts.works.get(key)?.created.promise)
  if (!uploadId) return null
  const result = await parts.submitDetails(uploadId, details)
  if (!result.ok) return result
  const { title, details: stored } = result.value
  changeSending(parts, key, { isSubmitted: true, details: stored, title })
  if (result.value.state !== 'arriving') forgetFile(parts.storage(), uploadId)
  releaseForm(parts, key)
  if (result.value.state === 'listed') showUpload(parts, key, result.value)
  return result
}

async function answerKey(
  parts: Parts,
  key: string,
  keyAnswer: KeyAnswer,
): Promise<Submitted | null> {
  const details = findSending(parts, key)?.details
  if (!details) return null
  const stored = Object.entries(details).filter(([, value]) => value !== null)
  // What is empty is left out; everything else is as the server has accepted it, with the confirmation.
  const sent = { ...Object.fromEntries(stored), confirmation: true, keyAnswer } as Details
  return submit(parts, key, sent)
}

function adopt(parts: Parts, upload: Upload): void {
  const { sendings } = parts.store.getState()
  if (sendings.some(({ uploadId }) => uploadId === upload.id)) return
  const created = Promise.withResolvers<string | null>()
  created.resolve(upload.id)
  const sending = sendingOf(upload)
  parts.works.set(sending.key, { stop: () => {}, created })
  add(parts, sending)
  if (upload.state === 'processing' || upload.state === 'prepared') followUpload(parts, sending.key)
  if (upload.state === 'arriving') void followElsewhere(parts, sending.key)
}

async function restore(parts: Parts): Promise<boolean> {
  const ids = readRemembered(parts.storage()).map(({ uploadId }) => uploadId)
  if (ids.length === 0) return false
  const uploads = await parts.listUploads()
  if (uploads === null) return false
  for (const id of ids) {
    const upload = uploads.find((one) => one.id === id)
    if (upload) adopt(parts, upload)
    else forgetFile(parts.storage(), id)
  }
  const { sendings, formKey } = parts.store.getState()
  const latest = sendings.findLast((one) => !one.isSubmitted && ids.includes(one.uploadId ?? ''))
  if (formKey === null && latest) parts.store.setState({ formKey: latest.key })
  return true
}
