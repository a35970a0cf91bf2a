// The player of this browser window, and how components watch it.

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

export function usePlayer<Seen>(see: (state: PlayerState) => Seen): Seen {
  return useSyncExternalStore(
    player.subscribe,
    () => see(player.getState()),
    () => see(silentState),
  )
}

export function usePreviewStatus(trackId: string): PreviewStatus {
  return usePlayer((state) => statusOf(state, trackId))
}

/** Whole seconds: a component renders once a second at most. */
export function usePreviewSeconds(trackId: string): number {
  return usePlayer((state) => secondsOf(state, trackId))
}

export function usePreviewFailure(trackId: string) {
  return usePlayer((state) => (state.track?.id === trackId ? state.failure : null))
}
