// Reports what plays to the operating system, so that media keys and the lock screen work.

import type { TrackSummary } from '#contracts/tracks.ts'
import { rasterCoverUrl } from '#rules/tracks/track-pictures.ts'
import { player } from './player-store.ts'
import { durationOf, type ArtistExample, type PlayerState } from './player-state.ts'

/** As far as the arrow keys of a player. */
const defaultStepSeconds = 5

export function connectMediaSession(): () => void {
  if (!('mediaSession' in navigator)) return () => {}
  const session = navigator.mediaSession
  let shown: TrackSummary | ArtistExample | null = null

  function show(state: PlayerState) {
    const { track, status } = state
    const current = track ?? state.example
    session.playbackState = current === null ? 'none' : status === 'playing' ? 'playing' : 'paused'
    if (current !== shown) session.metadata = current && metadataOf(current)
    shown = current
    session.setPositionState(track === null ? undefined : positionOf(track, state))
  }

  handleActions(session)
  // The first recording may be playing already.
  show(player.getState())
  return player.subscribe(show)
}

function metadataOf(track: TrackSummary | ArtistExample): MediaMetadata {
  if (!('coverUrl' in track))
    return new MediaMetadata({ title: 'Playing style', artist: track.artistName })
  return new MediaMetadata({
    title: track.title,
    artist: typeof track.user === 'object' ? (track.user?.displayName ?? '') : '',
    artwork: [{ src: rasterCoverUrl(track.coverUrl), sizes: '512x512', type: 'image/png' }],
  })
}

function positionOf(track: TrackSummary, { source, tuning }: PlayerState): MediaPositionState {
  const duration = durationOf(track, source)
  // A file may be some milliseconds longer than its listed duration, and a position after the end is refused.
  const position = Math.min(player.position(track.id, source.kind), duration)
  return { duration, position, playbackRate: tuning.tempoPercent / 100 }
}

function handleActions(session: MediaSession): void {
  const seekTo = (seconds: (position: number) => number) => {
    const { track, source } = player.getState()
    if (track) player.seek(track, seconds(player.position(track.id, source.kind)), source)
  }
  session.setActionHandler('play', player.resume)
  session.setActionHandler('pause', player.pause)
  session.setActionHandler('stop', player.stop)
  session.setActionHandler('seekbackward', ({ seekOffset = defaultStepSeconds }) =>
    seekTo((position) => position - seekOffset),
  )
  session.setActionHandler('seekforward', ({ seekOffset = defaultStepSeconds }) =>
    seekTo((position) => position + seekOffset),
  )
  session.setActionHandler('seekto', ({ seekTime }) => seekTo((position) => seekTime ?? position))
}
