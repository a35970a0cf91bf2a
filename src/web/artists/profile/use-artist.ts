// The artist of the dialog, fetched in the browser: the dialog stands over pages that are the same for everyone.

import { useState } from 'react'
import type { getArtist } from '#contracts/artists/artists.ts'
import { request } from '#web/api/browser.ts'
import { useFetched } from '#web/api/use-fetched.ts'

/** A component's artist stays the same. */
export function useArtist(id: string) {
  const [wanted, setWanted] = useState({ id })
  const { value, refused, isLoading } = useFetched(wanted, (input, signal) =>
    request<typeof getArtist>('GET /public/users/{id}', input, { signal }),
  )
  return {
    /** Null while it is being fetched, and after a failure. */
    artist: value,
    refused: isLoading ? null : refused,
    retry: () => setWanted({ id }),
  }
}
