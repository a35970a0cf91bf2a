import { Check } from 'lucide-react'
import { useState } from 'react'
import { requireLoginAgain } from '#web/accounts/login-again.ts'
import { session, useSession } from '#web/accounts/session-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { followMessages } from './follow-messages.ts'
import { followedArtists, useFollowedArtists } from './followed-artists-store.ts'

export type FollowButtonProps = { artistId: string; artistName: string }

/**
 * Follows an artist, or no longer. Visitors, and artists on their own profile, have no button. The page is the same for
 * everyone, so its space is kept until the browser knows who is looking.
 */
export function FollowButton(props: FollowButtonProps) {
  const user = useSession()
  const { ids, failure } = useFollowedArtists((artists) => artists)
  if (user.state === 'unknown') return <div className="follow" />
  if (user.state !== 'user' || user.id === props.artistId) return null
  if (ids !== null) return <Known {...props} isFollowing={ids.has(props.artistId)} />
  return (
    <div className="follow">
      {failure !== null && (
        <>
          <div role="alert">
            <ErrorText>{failure}</ErrorText>
          </div>
          <Button variant="ghost" onClick={() => void followedArtists.load()}>
            Try Again
          </Button>
        </>
      )}
    </div>
  )
}

function Known({
  artistId,
  artistName,
  isFollowing,
}: FollowButtonProps & { isFollowing: boolean }) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')
  const isShownFollowing = wanted ?? isFollowing
  const change = async () => {
    setWanted(!isFollowing)
    setFailure(null)
    setAnnounced('')
    const result = await followedArtists.change(artistId, !isFollowing)
    setWanted(null)
    if (result.ok) {
      return setAnnounced(
        isFollowing ? followMessages.unfollowed(artistName) : followMessages.followed(artistName),
      )
    }
    if (result.code !== 'login_required') return setFailure(result.message)
    session.invalidate()
    requireLoginAgain()
  }
  return (
    <div className="follow">
      <Button
        variant={isShownFollowing ? 'ghost' : 'primary'}
        aria-pressed={isShownFollowing}
        aria-disabled={wanted !== null || undefined}
        onClick={wanted === null ? () => void change() : undefined}
      >
        {isShownFollowing ? (
          <>
            <Check size={16} aria-hidden="true" /> Following
          </>
        ) : (
          'Follow'
        )}{' '}
        <bdi className="sr-only">{artistName}</bdi>
      </Button>
      <output className="sr-only">{announced}</output>
      <div role="alert">
        {failure !== null && (
          <>
            <ErrorText>{followMessages.updateFailed}</ErrorText>
            <p className="field-hint">{failure}</p>
          </>
        )}
      </div>
    </div>
  )
}
