// Whether the layout shows files that are being sent: its code is loaded with the first one, or after a reload.

import { createStore } from 'zustand/vanilla'
import { deviceStorage } from '#web/api/device-storage.ts'
import { rememberedFilesKey } from './remembered-files-key.ts'

export const isSendingWanted = createStore(() => false)

export function wantSending(): void {
  isSendingWanted.setState(true, true)
}

/** What this browser was sending before the page was loaded. */
export function wantRemembered(): void {
  if (deviceStorage().getItem(rememberedFilesKey) !== null) wantSending()
}
