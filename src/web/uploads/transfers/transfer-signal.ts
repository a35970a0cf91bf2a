// Whether the layout shows transfers: their code is loaded with the first one, or after a reload.

import { createStore } from 'zustand/vanilla'
import { deviceStorage } from '#web/api/device-storage.ts'

/** Of the item that lists them (web/api/stored-uploads.ts), which few pages read. */
export const storedTransfersKey = 'undersong.transfers.1'

export const areTransfersWanted = createStore(() => false)

export function wantTransfers(): void {
  areTransfersWanted.setState(true, true)
}

/** What this browser was sending before the page was loaded. */
export function wantStoredTransfers(): void {
  if (deviceStorage().getItem(storedTransfersKey) !== null) wantTransfers()
}
