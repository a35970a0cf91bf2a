// The player of this browser tab, and the hooks that subscribe components to it.

import { useSyncExternalStore } from 'react'
import {
  createPreviewPlayer,
  secondsOf,
  silentState,
  statusOf,
  type PlayerState,
  type PreviewStatus,
} from './preview-player.ts'
import { storeVolume, storedVolume } from './volume-memory.ts'

export const player = createPreviewPlayer({
  createAudio: () => new Audio(),
  probe: (url) => fetch(url, { method: 'HEAD' }),
  volume: storedVolume(),
  storeVolume,
})

export function usePlayer<Selected>(select: (state: PlayerState) => Selected): Selected {
  return useSyncExternalStore(
    player.subscribe,
    () => select(player.getState()),
    () => select(silentState),
  )
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
