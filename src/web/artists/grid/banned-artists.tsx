// Below the list of artists, which is the same for everyone: the banned ones, whom only admins see (D-101).

import { useEffect, useState } from 'react'
import type { ListedUser, listUsers } from '#contracts/admin/users.ts'
import { portraitUrl } from '#rules/artists/portraits.ts'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { request } from '#web/api/browser.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ArtistLink } from '../artist-link.tsx'

export default function BannedArtists({ query }: { query: string | undefined }) {
  const artists = useBannedArtists(query)
  if (artists.length === 0) return null
  return (
    <section aria-labelledby="banned-artists">
      <h2 id="banned-artists" className="mt-10 mb-3">
        {adminMessages.bannedArtists}
      </h2>
      <ul className="card-grid">
        {artists.map(({ id, displayName }) => (
          <li key={id} className="panel">
            <div className="flex flex-wrap items-center gap-3 wrap-anywhere">
              <Avatar name={displayName} image={null} portrait={portraitUrl(id)} />
              <ArtistLink artistId={id}>
                <bdi>{displayName}</bdi>
              </ArtistLink>
              <strong className="admin-mark">Banned</strong>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Those that were fetched last stay until the next have arrived. */
function useBannedArtists(query: string | undefined): ListedUser[] {
  const [artists, setArtists] = useState<ListedUser[]>([])
  useEffect(() => {
    const outdated = new AbortController()
    const { signal } = outdated
    const fetchArtists = async () => {
      const sent = { role: 'artist', state: 'banned', ...(query ? { query } : {}) } as const
      const route = 'GET /api/proxy/admin/users'
      const result = await request<typeof listUsers>(route, sent, { signal })
      if (result.ok && !signal.aborted) setArtists(result.value.users)
    }
    void fetchArtists()
    return () => outdated.abort()
  }, [query])
  return artists
}
