// The reasons why a preview does not play, and their messages.

import { apiMessages } from '#web/api/api-messages.ts'
import { playerMessages } from './player-messages.ts'

export type Failure = 'network' | 'format' | 'load' | 'play' | 'no-player' | 'no-url' | 'gone'

/** Requests the file again, to get the HTTP status, which the audio element does not report. */
export type ProbePreview = (url: string) => Promise<{ ok: boolean; status: number }>

// MediaError's codes by name: not every test runtime has the class.
const aborted = 1
const networkBroke = 2
const undecodable = 3

/** Null when nothing failed: the browser aborted loading an older file. */
export async function diagnose(
  error: { readonly code: number } | null,
  url: string,
  probe: ProbePreview,
): Promise<Failure | null> {
  if (error === null) return 'load'
  if (error.code === aborted) return null
  if (error.code === networkBroke) return 'network'
  if (error.code === undecodable) return 'format'
  try {
    const response = await probe(url)
    if (response.ok) return 'format'
    return response.status === 404 || response.status === 410 ? 'gone' : 'load'
  } catch {
    return 'network'
  }
}

/** False for a play superseded by another one, and for an unusable source, which has its own error event. */
export function isPlayRefused(error: unknown): boolean {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return name !== 'AbortError' && name !== 'NotSupportedError'
}

const inPlayer: Record<Failure, string> = {
  network: apiMessages.network,
  format: playerMessages.audioFormat,
  load: playerMessages.audioLoadFailed,
  play: playerMessages.audioPlayFailed,
  'no-player': playerMessages.audioPlayerFailed,
  'no-url': playerMessages.previewUrlMissing,
  gone: playerMessages.previewGone,
}

const onButton: Record<Failure, string> = {
  ...inPlayer,
  load: playerMessages.previewLoadFailed,
  play: playerMessages.previewPlayFailed,
  'no-url': playerMessages.previewMissing,
}

/** A player with a seek bar and a single button have different messages (D-119). */
export function failureText(failure: Failure, place: 'player' | 'button'): string {
  return place === 'player' ? inPlayer[failure] : onButton[failure]
}
