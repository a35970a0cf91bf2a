// Below the list of artists, which is the same for everyone: the banned ones, whom only admins see (D-101).

import { useMemo } from 'react'
import type { listUsers } from '#contracts/admin/users.ts'
import { portraitUrl } from '#rules/artists/portraits.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { request } from '#web/api/browser.ts'
import { useFetched } from '#web/api/use-fetched.ts'
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
    <section className="banned-artists" aria-labelledby="banned-artists">
      <h2 id="banned-artists">{adminMessages.bannedArtists}</h2>
      <ul className="card-grid">
        {users.map(({ id, displayName }) => (
          <li key={id} className="panel">
            <div className="banned-artist">
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
        <p className="all-banned-artists">
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

/** The first of them. Those that were fetched last stay until the next have arrived. */
function useBannedArtists(query: string | undefined, listed: object) {
  const wanted = useMemo(() => ({ query, listed }), [query, listed])
  const { value } = useFetched(wanted, ({ query: text }, signal) =>
    request<typeof listUsers>('GET /api/proxy/admin/users', searchFor(text), { signal }),
  )
  return value ?? { users: [], total: 0 }
}
