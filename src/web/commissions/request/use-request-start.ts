// The start of a request in the browser: its dialog stands over pages that are the same for everyone.

import { useState } from 'react'
import type { getArtist } from '#contracts/artists/artists.ts'
import type { getTrack } from '#contracts/tracks.ts'
import type { RequestAddress } from '#rules/commissions/request-address.ts'
import { request } from '#web/api/browser.ts'
import type { Result } from '#web/api/result.ts'
import { useFetched } from '#web/api/use-fetched.ts'
import { startOfTrack, withOffer, type RequestStart } from './request-start.ts'

/** A component's address stays the same. */
export function useRequestStart(address: RequestAddress) {
  const [wanted, setWanted] = useState(address)
  const { value: start, refused, isLoading } = useFetched(wanted, fetchStart)
  const [artistNow, setArtistNow] = useState<RequestStart['artist'] | null>(null)
  /** The prices of now; what was typed stays. */
  const refresh = async () => {
    const artist = await fetchArtist(address)
    if (artist.ok) setArtistNow(artist.value)
  }
  return {
    start: start && { ...start, artist: artistNow ?? start.artist },
    refused: isLoading ? null : refused,
    refresh,
    retry: () => setWanted({ ...address }),
  }
}

function fetchArtist({ artistId }: RequestAddress, signal?: AbortSignal) {
  const init = signal === undefined ? {} : { signal }
  return request<typeof getArtist>('GET /public/users/{id}', { id: artistId }, init)
}

async function fetchStart(
  address: RequestAddress,
  signal: AbortSignal,
): Promise<Result<RequestStart>> {
  const { trackId } = address
  const [artist, track] = await Promise.all([
    fetchArtist(address, signal),
    trackId === null
      ? null
      : request<typeof getTrack>('GET /api/proxy/tracks/{id}', { id: trackId }, { signal }),
  ])
  if (!artist.ok) return artist
  // A track that is gone fills nothing in.
  if (track !== null && !track.ok && track.code !== 'not_found') return track
  const heard = track?.ok === true ? track.value : null
  const initial = withOffer(startOfTrack(heard, address, window.location.origin), address)
  return { ok: true, value: { artist: artist.value, initial } }
}
