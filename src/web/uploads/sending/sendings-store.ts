// The recordings that this browser tab is sending, and the hooks that subscribe components to them.

import { useStore } from 'zustand'
import type {
  dismissUpload,
  getUpload,
  listUploads,
  sendUploadDetails,
} from '#contracts/uploads.ts'
import { session } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'
import { deviceStorage } from '#web/api/device-storage.ts'
import { followChanges } from '#web/api/live-events.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { uploadMessages } from '../upload-messages.ts'
import { isOnTheWay, type Sending } from './sending.ts'
import { sendingMessages } from './sending-messages.ts'
import { wantSending } from './sending-signal.ts'
import { createSendings } from './sendings.ts'
import { holdInThisTab, isHeldInATab } from './tab-locks.ts'

export const sendings = createSendings({
  async loadSender() {
    wantSending()
    return (await import('./tus-sender.ts')).sendByTus
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
  storage: deviceStorage,
  holdInThisTab,
  isHeldInATab,
  onListed: () => toast.success(uploadMessages.listed),
  onHere: () => toast.info(sendingMessages.here),
})

/** The file of the upload form: null until the artist chooses one. */
export function useFormSending(): Sending | null {
  return useStore(sendings.store, formSending)
}

export function formSending({ sendings: all, formKey } = sendings.get()): Sending | null {
  return formKey === null ? null : (all.find(({ key }) => key === formKey) ?? null)
}

/** All of this tab, newest last. */
export function useSendings(): Sending[] {
  return useStore(sendings.store, ({ sendings: all }) => all)
}

if (typeof window !== 'undefined') {
  // Closing the tab would stop it; other pages of the site do not.
  window.addEventListener('beforeunload', (event) => {
    if (sendings.get().sendings.some(isOnTheWay)) event.preventDefault()
  })
  let owner: string | null = null
  session.store.subscribe((present) => {
    if (present.state === 'unknown') return
    const next = present.state === 'user' ? present.id : null
    if (owner !== null && next !== owner) sendings.clear()
    owner = next
  })
}
