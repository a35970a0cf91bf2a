// The deliveries that this tab is sending, and the hook that subscribes a commission's page to its own.

import { useStore } from 'zustand'
import { openStoredUploads } from '#web/api/stored-uploads.ts'
import { guardTransfers } from '#web/uploads/transfers/tab-guard.ts'
import { createDeliveryTransfers, isOnTheWay, type DeliveryTransfer } from './delivery-transfers.ts'

/** Of the item that lists them (web/api/stored-uploads.ts). */
export const storedDeliveriesKey = 'undersong.deliveries.1'

export const deliveryTransfers = createDeliveryTransfers({
  loadProtocol: () => import('#web/api/tus-upload.ts'),
  stored: openStoredUploads(storedDeliveriesKey),
  // If it fails, the server removes what never arrived in full by itself.
  removeFile: (url) =>
    fetch(url, {
      method: 'DELETE',
      headers: { 'tus-resumable': '1.0.0' },
      credentials: 'same-origin',
    }).catch(() => undefined),
})

guardTransfers({
  isAnyOnTheWay: () => [...deliveryTransfers.store.getState().values()].some(isOnTheWay),
  clear: deliveryTransfers.clear,
})

/** Null while nothing is being sent for it. */
export function useDeliveryTransfer(commissionId: string): DeliveryTransfer | null {
  return useStore(deliveryTransfers.store, (transfers) => transfers.get(commissionId) ?? null)
}
