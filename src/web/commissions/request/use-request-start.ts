// The start of a request in the browser: its dialog stands over pages that are the same for everyone.

import { useEffect, useState } from 'react'
import type { getArtist } from '#contracts/artists/artists.ts'
import type { getTrack } from '#contracts/tracks.ts'
import type { RequestAddress } from '#rules/commissions/request-address.ts'
import { request } from '#web/api/browser.ts'
import type { Refused } from '#web/api/result.ts'
import { startOfTrack, type RequestStart } from './request-start.ts'

type Fetched = { start: RequestStart | null; refused: Refused | null }

const nothing: Fetched = { start: null, refused: null }

/** A component's address stays the same. */
export function useRequestStart(address: RequestAddress) {
  const [fetched, setFetched] = useState(nothing)
  const isWanted = fetched === nothing
  useEffect(() => {
    if (!isWanted) return undefined
    const unmounting = new AbortController()
    const { signal } = unmounting
    const start = async () => {
      const found = await fetchStart(address, signal)
      if (!signal.aborted) setFetched(found)
    }
    void start()
    return () => unmounting.abort()
  }, [address, isWanted])
  return { ...fetched, retry: () => setFetched(nothing) }
}

async function fetchStart(address: RequestAddress, signal: AbortSignal): Promise<Fetched> {
  const { artistId, trackId } = address
  const [artist, track] = await Promise.all([
    request<typeof getArtist>('GET /public/users/{id}', { id: artistId }, { signal }),
    trackId === null
      ? null
      : request<typeof getTrack>('GET /api/proxy/tracks/{id}', { id: trackId }, { signal }),
  ])
  if (!artist.ok) return { start: null, refused: artist }
  // A track that is gone fills nothing in.
  if (track !== null && !track.ok && track.code !== 'not_found')
    return { start: null, refused: track }
  const heard = track?.ok === true ? track.value : null
  const initial = startOfTrack(heard, address, window.location.origin)
  return { start: { artist: artist.value, initial }, refused: null }
}
