// A player for tests, with fake audio elements.

import { originalTuning } from '#rules/listening/tuning.ts'
import { FakeAudio } from './fake-audio.ts'
import type { PlayerParts } from './player-parts.ts'
import { statusOf } from './player-state.ts'
import { createPreviewPlayer } from './preview-player.ts'

export function openPlayer(parts: Partial<PlayerParts> = {}) {
  // The first element that the player creates; `created` has all of them.
  const audio = new FakeAudio()
  const created: FakeAudio[] = []
  const player = createPreviewPlayer({
    createAudio: () => {
      const element = created.length === 0 ? audio : new FakeAudio()
      created.push(element)
      return element
    },
    probe: () => Promise.resolve({ ok: true, status: 200 }),
    openPitchPath: () => Promise.reject(new Error('This test changes no key.')),
    announceStart: () => {},
    volume: 1,
    storeVolume: () => {},
    tuning: originalTuning,
    storeTuning: () => {},
    ...parts,
  })
  const status = (id: string) => statusOf(player.getState(), id)
  return { audio, created, player, status }
}

export function failed(player: ReturnType<typeof openPlayer>['player']): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = player.subscribe(() => {
      if (player.getState().status !== 'error') return
      stop()
      resolve(player.getState().failure)
    })
  })
}
