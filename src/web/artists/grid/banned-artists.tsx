// Below the list of artists, which is the same for everyone: the banned ones, whom only admins see (D-101).

import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { listUsers } from '#contracts/admin/users.ts'
import { portraitUrl } from '#rules/artists/portraits.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { request } from '#web/api/browser.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { ArtistLink } from '../artist-link.tsx'

export type BannedArtistsProps = {
  query: string | undefined
  /** The page's list: when the server has sent it again, perhaps after a ban, the banned artists may have changed, too. */
  listed: object
}

export default function BannedArtists({ query, listed }: BannedArtistsProps) {
  const { users, total } = useBannedArtists(query, listed)
  if (users.length === 0) return null
  return (
    <section aria-labelledby="banned-artists">
      <h2 id="banned-artists" className="mt-10 mb-3">
        {adminMessages.bannedArtists}
      </h2>
      <ul className="card-grid">
        {users.map(({ id, displayName }) => (
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
      {total > users.length && (
        <p className="mt-3">
          <PageLink href={adminPath('users', searchFor(query))}>
            {adminMessages.allBannedArtists}: {wholeNumber(total)}
          </PageLink>
        </p>
      )}
    </section>
  )
}

function searchFor(query: string | undefined) {
  return { role: 'artist', state: 'banned', ...(query ? { query } : {}) } as const
}

type Found = Pick<z.infer<typeof listUsers.output>, 'users' | 'total'>

/** The first of them. Those that were fetched last stay until the next have arrived. */
function useBannedArtists(query: string | undefined, listed: object): Found {
  const [found, setFound] = useState<Found>({ users: [], total: 0 })
  const [foundFor, setFoundFor] = useState<{ query: string | undefined; listed: object } | null>(
    null,
  )
  const isWanted = foundFor?.query !== query || foundFor?.listed !== listed
  useEffect(() => {
    if (!isWanted) return undefined
    const outdated = new AbortController()
    const { signal } = outdated
    const fetchArtists = async () => {
      const route = 'GET /api/proxy/admin/users'
      const result = await request<typeof listUsers>(route, searchFor(query), { signal })
      if (!result.ok || signal.aborted) return
      setFound(result.value)
      setFoundFor({ query, listed })
    }
    void fetchArtists()
    return () => outdated.abort()
  }, [query, listed, isWanted])
  return found
}
