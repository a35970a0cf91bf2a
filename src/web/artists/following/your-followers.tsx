import { useEffect, useState } from 'react'
import { maxFollowsInList } from '#rules/artists/follow-limits.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { fetchFollowers, type FollowersResult } from './follow-calls.ts'

/** Who follows the user: only for artists, below everything else, so that nothing moves. */
export function YourFollowers() {
  const session = useSession()
  const isArtist = session.state === 'user' && session.role === 'artist'
  return isArtist ? <Followers key={session.id} /> : null
}

function Followers() {
  const [result, setResult] = useState<FollowersResult | null>(null)
  useEffect(() => void fetchFollowers().then(setResult), [])
  if (result === null) return null
  return (
    <section className="own-followers" aria-labelledby="your-followers">
      <h2 id="your-followers">Your followers</h2>
      {result.ok ? (
        <FollowerNames names={result.value} />
      ) : (
        <Notice tone="danger" title={result.message}>
          <Button variant="ghost" size="sm" onClick={() => void fetchFollowers().then(setResult)}>
            Try Again
          </Button>
        </Notice>
      )}
    </section>
  )
}

function FollowerNames({ names }: { names: { id: string; name: string }[] }) {
  if (names.length === 0) return <p className="muted">Nobody follows you yet.</p>
  const isCut = names.length === maxFollowsInList
  return (
    <>
      <p className="follower-count">
        {names.length === 1 ? '1 follower' : `${wholeNumber(names.length)} followers`}
        {isCut && ', the latest'}
      </p>
      <ul className="follower-names">
        {names.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
