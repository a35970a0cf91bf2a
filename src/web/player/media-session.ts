// Reports the playing track to the operating system, so that media keys and the lock screen work.

import { player } from './player-store.ts'

export function connectMediaSession(): () => void {
  if (!('mediaSession' in navigator)) return () => {}
  const session = navigator.mediaSession
  let shownId: string | null = null

  function show() {
    const { track, status } = player.getState()
    session.playbackState = track === null ? 'none' : status === 'playing' ? 'playing' : 'paused'
    if (track === null || track.id === shownId) return
    shownId = track.id
    session.metadata = new MediaMetadata({
      title: track.title,
      artist: typeof track.user === 'object' ? (track.user?.displayName ?? '') : '',
      artwork: [{ src: track.coverUrl, type: 'image/svg+xml' }],
    })
  }

  function seekBy(seconds: number) {
    const { track } = player.getState()
    if (track) player.seek(track, player.position(track.id) + seconds)
  }

  session.setActionHandler('play', () => {
    const { track } = player.getState()
    if (track) player.play(track)
  })
  session.setActionHandler('pause', player.pause)
  session.setActionHandler('stop', player.stop)
  session.setActionHandler('seekbackward', () => seekBy(-5))
  session.setActionHandler('seekforward', () => seekBy(5))
  session.setActionHandler('seekto', ({ seekTime }) => {
    const { track } = player.getState()
    if (track && seekTime !== undefined) player.seek(track, seekTime)
  })
  return player.subscribe(show)
}
