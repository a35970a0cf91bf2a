// The player's volume, stored between visits.

import { deviceStorage } from '#web/api/device-storage.ts'

const storageKey = 'undersong:volume'

export function storedVolume(): number {
  if (typeof window === 'undefined') return 1
  const volume = Number.parseFloat(deviceStorage().getItem(storageKey) ?? '1')
  return volume >= 0 && volume <= 1 ? volume : 1
}

export function storeVolume(volume: number) {
  deviceStorage().setItem(storageKey, String(volume))
}
