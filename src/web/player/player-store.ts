// The player of this browser tab, and the hooks that subscribe components to it.

import { useStore } from 'zustand'
import { deviceStorage } from '#web/api/device-storage.ts'
import { secondsOf, statusOf, type PlayerState, type PreviewStatus } from './player-state.ts'
import { createPreviewPlayer } from './preview-player.ts'

/** The volume is stored between visits. */
const volumeKey = 'undersong:volume'

export const player = createPreviewPlayer({
  createAudio: () => new Audio(),
  probe: (url) => fetch(url, { method: 'HEAD' }),
  volume: storedVolume(),
  storeVolume: (volume) => deviceStorage().setItem(volumeKey, String(volume)),
})

function storedVolume(): number {
  if (typeof window === 'undefined') return 1
  const volume = Number.parseFloat(deviceStorage().getItem(volumeKey) ?? '1')
  return volume >= 0 && volume <= 1 ? volume : 1
}

export function usePlayer<Selected>(select: (state: PlayerState) => Selected): Selected {
  return useStore(player.store, select)
}

export function usePreviewStatus(trackId: string): PreviewStatus {
  return usePlayer((state) => statusOf(state, trackId))
}

/** In whole seconds, so that a component renders once a second at most. */
export function usePreviewSeconds(trackId: string): number {
  return usePlayer((state) => secondsOf(state, trackId))
}

export function usePreviewFailure(trackId: string) {
  return usePlayer((state) => (state.track?.id === trackId ? state.failure : null))
}
