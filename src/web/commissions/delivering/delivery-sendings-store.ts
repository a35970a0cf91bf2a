// The deliveries that this tab is sending, and the hook that subscribes a commission's page to its own.

import { useStore } from 'zustand'
import { session } from '#web/accounts/session-store.ts'
import { deviceStorage } from '#web/api/device-storage.ts'
import { forgetFile, rememberFile } from '#web/uploads/sending/remembered-files.ts'
import { isOnTheWay, type DeliverySending } from './delivery-sending.ts'
import { createDeliverySendings } from './delivery-sendings.ts'

/** Versioned: a changed format gets a new key. */
export const deliveryFilesKey = 'undersong.delivering.1'

export const deliverySendings = createDeliverySendings({
  loadSender: async () => (await import('#web/api/tus-upload.ts')).sendFileByTus,
  remember: (deliveryId, recording) =>
    rememberFile(deviceStorage(), deliveryId, recording, deliveryFilesKey),
  forgetFile: (deliveryId) => forgetFile(deviceStorage(), deliveryId, deliveryFilesKey),
  // If it fails, the server removes what never arrived in full by itself.
  removeFile: (url) =>
    fetch(url, {
      method: 'DELETE',
      headers: { 'tus-resumable': '1.0.0' },
      credentials: 'same-origin',
    }).catch(() => undefined),
})

/** Null while nothing is being sent for it. */
export function useDeliverySending(commissionId: string): DeliverySending | null {
  return useStore(deliverySendings.store, (sendings) => sendings.get(commissionId) ?? null)
}

if (typeof window !== 'undefined') {
  // Closing the tab would stop it; other pages of the site do not.
  window.addEventListener('beforeunload', (event) => {
    if ([...deliverySendings.store.getState().values()].some(isOnTheWay)) event.preventDefault()
  })
  let owner: string | null = null
  session.store.subscribe((present) => {
    if (present.state === 'unknown') return
    const next = present.state === 'user' ? present.id : null
    // Another account must not go on with it.
    if (owner !== null && next !== owner)
      for (const id of deliverySendings.store.getState().keys()) deliverySendings.forget(id)
    owner = next
  })
}
