// The upload transfers of this browser tab, and the hooks that subscribe components to them.

import { useStore } from 'zustand'
import type {
  dismissUpload,
  getUpload,
  listUploads,
  sendUploadDetails,
} from '#contracts/uploads.ts'
import { request } from '#web/api/browser.ts'
import { followChanges } from '#web/api/live-events.ts'
import { openStoredUploads } from '#web/api/stored-uploads.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { uploadMessages } from './upload-messages.ts'
import { guardTransfers } from './tab-guard.ts'
import { holdInThisTab, isHeldInATab } from './tab-locks.ts'
import { transferMessages } from './transfer-messages.ts'
import { storedTransfersKey, wantTransfers } from './transfer-signal.ts'
import { createTransferStore } from './transfer-store.ts'
import { isOnTheWay, type UploadTransfer } from './upload-transfer.ts'

export const uploadTransfers = createTransferStore({
  async loadSender() {
    wantTransfers()
    return (await import('./tus-sender.ts')).tusSender
  },
  async listUploads() {
    const result = await request<typeof listUploads>('GET /api/proxy/uploads', {})
    return result.ok ? result.value.uploads : null
  },
  removeUpload: (id) => request<typeof dismissUpload>('DELETE /api/proxy/uploads/{id}', { id }),
  submitDetails: (id, details) =>
    request<typeof sendUploadDetails>('PUT /api/proxy/uploads/{id}/details', { ...details, id }),
  follow(id, onChange) {
    return followChanges({
      isConcerned: (event) => event.name === 'uploadChanged' && event.uploadId === id,
      async refetch() {
        const result = await request<typeof getUpload>('GET /api/proxy/uploads/{id}', { id })
        if (result.ok) return onChange(result.value)
        return result.status === 404 ? onChange(null) : true
      },
    })
  },
  stored: openStoredUploads(storedTransfersKey),
  holdInThisTab,
  isHeldInATab,
  onListed: () => toast.success(uploadMessages.listed),
  onHere: () => toast.info(transferMessages.here),
})

guardTransfers({
  isAnyOnTheWay: () => uploadTransfers.get().transfers.some(isOnTheWay),
  clear: uploadTransfers.clear,
})

/** The file of the upload form: null until the artist chooses one. */
export function useFormTransfer(): UploadTransfer | null {
  return useStore(uploadTransfers.store, formTransfer)
}

export function formTransfer(
  { transfers: all, formKey } = uploadTransfers.get(),
): UploadTransfer | null {
  return all.find(({ key }) => key === formKey) ?? null
}

/** All of this tab, newest last. */
export function useUploadTransfers(): UploadTransfer[] {
  return useStore(uploadTransfers.store, ({ transfers: all }) => all)
}
