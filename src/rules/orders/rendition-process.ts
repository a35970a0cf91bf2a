// Renditions: an owned recording in another format, made when somebody who owns it asks for it first.

import { audioContainers, isAudioContainer, type RenditionFormat } from '../music/audio-formats.ts'
import { defineProcess, type StatusOf } from '../process.ts'

export const renditionProcess = defineProcess({
  statuses: ['waiting', 'ready', 'refused'],
  start: 'waiting',
  steps: {
    finish: { from: ['waiting'], to: 'ready', by: ['system'] },
    refuse: { from: ['waiting'], to: 'refused', by: ['system'] },
    // Only after a refusal that another attempt may not meet.
    retry: { from: ['refused'], to: 'waiting', by: ['customer'] },
  },
})
export type RenditionStatus = StatusOf<typeof renditionProcess>

type Original = { original_container: string; codec: string }

/**
 * An MP3 is not encoded again to a higher rate: that adds bytes and losses, but no sound. A WAV of 16 bits is what the
 * rendition would be.
 */
export function isRenderable(original: Original, format: RenditionFormat): boolean {
  if (format === 'mp3') return original.original_container !== 'mp3'
  return original.original_container !== 'wav' || original.codec !== 'pcm_s16le'
}

/** Browsers play no ALAC, whatever it is in. */
export function isPlayable({ original_container: container, codec }: Original): boolean {
  return (
    isAudioContainer(container) && audioContainers[container].playsInBrowsers && codec !== 'alac'
  )
}

/** Whether another attempt may succeed. */
export function isRetriable(code: string): boolean {
  return code === 'rendition_failed' || code === 'storage_full'
}
