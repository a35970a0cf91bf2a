// The artist of the dialog, fetched in the browser: the dialog stands over pages that are the same for everyone.

import { useEffect, useState } from 'react'
import type { getArtist } from '#contracts/artists/artists.ts'
import { request } from '#web/api/browser.ts'
import type { CodeOf, Result } from '#web/api/result.ts'
import type { ArtistProfile } from './artist-profile.ts'

type Fetched = Result<ArtistProfile, CodeOf<typeof getArtist>>

/** A component's artist stays the same. */
export function useArtist(id: string) {
  const [fetched, setFetched] = useState<Fetched | null>(null)
  const isWanted = fetched === null
  useEffect(() => {
    if (!isWanted) return undefined
    const unmounting = new AbortController()
    const { signal } = unmounting
    const fetchArtist = async () => {
      const result = await request<typeof getArtist>('GET /public/users/{id}', { id }, { signal })
      if (!signal.aborted) setFetched(result)
    }
    void fetchArtist()
    return () => unmounting.abort()
  }, [id, isWanted])
  return {
    /** Null while it is being fetched, and after a failure. */
    artist: fetched?.ok ? fetched.value : null,
    refused: fetched?.ok === false ? fetched : null,
    retry: () => setFetched(null),
  }
}
