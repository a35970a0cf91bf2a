// Opens the store of upload transfers for tests, which say what the server answers.

import { vi } from 'vitest'
import type { Upload } from '#contracts/uploads.ts'
import type { Result } from '#web/api/result.ts'
import { exampleUpload } from './example-upload.ts'
import { fakeSending, type FakeTransfer } from './fake-sender.ts'
import { createTransferStore } from './transfer-store.ts'
import type { Sender, SendFile } from './transfer-work.ts'

/** A recording of one take. */
export const take = (name = 'take.wav', bytes = 1000, lastModified = 1) =>
  new File([new Uint8Array(bytes)], name, { type: 'audio/wav', lastModified })

const done = { ok: true, value: {} } as const

/** By its id: which file of this browser an upload was begun with. */
export type Stored = Map<string, File>

type Server = {
  uploads?: Upload[]
  stored?: Stored
  heldIds?: string[]
  removal?: Result<object>
}

const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** Remembers as the library does: once the server has given the file an address. */
function fakeSender(sent: FakeTransfer[], stored: Stored): Sender {
  const send =
    (file: File, begun: Pick<FakeTransfer, 'uploadId' | 'replaces'>): SendFile =>
    (emit) =>
      fakeSending(sent, { file, ...begun })((event) => {
        emit(event)
        if (event.type === 'created') stored.set(event.uploadId, file)
      })
  return {
    begin: (file, replaces) => send(file, { uploadId: null, replaces }),
    findPrevious(file) {
      const same = [...stored].filter(([, former]) => isSameFile(former, file))
      const previous = ([uploadId]: [string, File]) => ({
        uploadId,
        goOn: send(file, { uploadId, replaces: null }),
      })
      return Promise.resolve(same.map(previous))
    },
  }
}

/** A store whose server is the test. */
export function openStore({
  uploads = [],
  stored = new Map(),
  heldIds = [],
  removal = done,
}: Server = {}) {
  const sent: FakeTransfer[] = []
  const sender = fakeSender(sent, stored)
  const removed: string[] = []
  const follows: ((upload: Upload | null) => boolean)[] = []
  const onListed = vi.fn()
  const onHere = vi.fn()
  const transfers = createTransferStore({
    loadSender: () => Promise.resolve(sender),
    listUploads: () => Promise.resolve(uploads),
    removeUpload(uploadId) {
      removed.push(uploadId)
      return Promise.resolve(removal)
    },
    submitDetails: (uploadId) =>
      Promise.resolve({ ok: true, value: exampleUpload({ id: uploadId, title: 'Skylark' }) }),
    follow(_uploadId, onChange) {
      follows.push(onChange)
      return () => {}
    },
    stored: { ids: () => [...stored.keys()], forget: (uploadId) => void stored.delete(uploadId) },
    holdInThisTab: () => () => {},
    isHeldInATab: (uploadId) => Promise.resolve(heldIds.includes(uploadId)),
    onListed,
    onHere,
  })
  const state = () => transfers.get().transfers.map((one) => one.state)
  const formKey = () => transfers.get().formKey ?? ''
  /** Chooses it in the form, and resolves when it is being sent. */
  const begin = async (file: File = take()) => {
    await transfers.choose(file)
    return sent.at(-1) as FakeTransfer
  }
  return { transfers, sent, formKey, begin, removed, follows, stored, onListed, onHere, state }
}
