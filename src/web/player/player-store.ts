// The player of this browser tab, and the hooks that subscribe components to it.

import { useStore } from 'zustand'
import { originalTuning, readTuning, tuningQuery, type Tuning } from '#rules/listening/tuning.ts'
import { deviceStorage } from '#web/api/device-storage.ts'
import { openPitchPath } from './pitch/pitch-path.ts'
import {
  exampleStatusOf,
  isCurrent,
  secondsOf,
  statusOf,
  type PlayerState,
  type PreviewStatus,
  type Source,
} from './player-state.ts'
import { createPlayingTab } from './playing-tab.ts'
import { createPreviewPlayer } from './preview-player.ts'

/** The volume is stored between visits. */
const volumeKey = 'undersong:volume'

/** The key and tempo in which the user listens are stored between visits, too: `key=-2&tempo=90`. */
const tuningKey = 'undersong:tuning'

/** Called by whatever starts to play in this tab. */
export const announceStart = createPlayingTab(() => new BroadcastChannel('undersong:player'))

export const player = createPreviewPlayer({
  createAudio: () => new Audio(),
  openPitchPath,
  probe: (url) => fetch(url, { method: 'HEAD' }),
  announceStart,
  volume: storedVolume(),
  storeVolume: (volume) => deviceStorage().setItem(volumeKey, String(volume)),
  tuning: storedTuning(),
  storeTuning: (tuning) => deviceStorage().setItem(tuningKey, tuningQuery(tuning)),
})

function storedVolume(): number {
  if (typeof window === 'undefined') return 1
  const volume = Number.parseFloat(deviceStorage().getItem(volumeKey) ?? '1')
  return volume >= 0 && volume <= 1 ? volume : 1
}

function storedTuning(): Tuning {
  if (typeof window === 'undefined') return originalTuning
  const stored = new URLSearchParams(deviceStorage().getItem(tuningKey) ?? '')
  return readTuning(stored) ?? originalTuning
}

export function usePlayer<Selected>(select: (state: PlayerState) => Selected): Selected {
  return useStore(player.store, select)
}

export function usePreviewStatus(trackId: string, kind?: Source['kind']): PreviewStatus {
  return usePlayer((state) => statusOf(state, trackId, kind))
}

/** In whole seconds, so that a component renders once a second at most. */
export function usePreviewSeconds(trackId: string, kind?: Source['kind']): number {
  return usePlayer((state) => secondsOf(state, trackId, kind))
}

export function usePreviewFailure(trackId: string, kind: Source['kind'] = 'preview') {
  return usePlayer((state) => (isCurrent(state, trackId, kind) ? state.failure : null))
}

export function useExampleStatus(url: string): PreviewStatus {
  return usePlayer((state) => exampleStatusOf(state, url))
}

export function useExampleFailure(url: string) {
  return usePlayer((state) => (state.example?.url === url ? state.failure : null))
}
