// The reported thing as it was then.

import type { ReactNode } from 'react'
import type { Flag } from '#contracts/moderation/flags.ts'
import { adminUserPath } from '#rules/admin/admin-paths.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

export function FrozenCopy({ flag }: { flag: Flag }) {
  if (flag.kind === 'track') return <FrozenTrack flagged={flag.flagged} />
  return (
    <>
      {flag.kind === 'profile' && <FrozenProfile flagged={flag.flagged} />}
      {flag.kind === 'message' && <FrozenMessage flagged={flag.flagged} />}
      {(flag.kind === 'review' || flag.kind === 'comment') && <FrozenText flagged={flag.flagged} />}
      <p className="detail">
        Written by{' '}
        {flag.author === null ? (
          'a deleted account'
        ) : (
          <PageLink href={adminUserPath(flag.author.id)}>
            <bdi>{flag.author.name}</bdi>
          </PageLink>
        )}
        {flag.kind !== 'profile' && (
          <>
            , <DateTimeText iso={flag.flagged.writtenAt} />
          </>
        )}
      </p>
    </>
  )
}

type OfKind<Kind extends Flag['kind']> = Pick<Extract<Flag, { kind: Kind }>, 'flagged'>

function FrozenTrack({ flagged }: OfKind<'track'>) {
  return (
    <details>
      <summary>The track as it was reported</summary>
      <dl className="admin-facts">
        <Fact name="Title" value={flagged.title} />
        <Fact name="Original artist" value={flagged.originalArtist} />
        <Fact
          name="Offered by"
          value={
            <PageLink href={adminUserPath(flagged.artistId)}>
              <bdi>{flagged.artistName}</bdi>
            </PageLink>
          }
        />
        <Fact name="Licence" value={flagged.licenceStatus.replaceAll('_', ' ')} />
        {flagged.licensedFrom !== null && (
          <Fact name="Licensed from" value={flagged.licensedFrom} />
        )}
        <Fact name="Description" value={flagged.description} />
        <Fact name="SHA-256 of the recording" value={flagged.sha256} />
      </dl>
    </details>
  )
}

/** Words are short enough to stand open: they are what is decided about. */
function FrozenText({ flagged: { text, answer } }: OfKind<'review' | 'comment'>) {
  return (
    <blockquote>
      <p className="user-text" dir="auto">
        {text}
      </p>
      {answer !== null && (
        <p className="user-text" dir="auto">
          The artist’s answer: {answer}
        </p>
      )}
    </blockquote>
  )
}

/** Its files by their names: what is in them is read in the room, with a reason. */
function FrozenMessage({ flagged: { text, attachments } }: OfKind<'message'>) {
  return (
    <>
      <blockquote>
        <p className="user-text" dir="auto">
          {text}
        </p>
      </blockquote>
      {attachments.length > 0 && (
        <dl className="admin-facts">
          <Fact name="Sent with it" value={attachments.join(', ')} />
        </dl>
      )}
    </>
  )
}

function FrozenProfile({ flagged }: OfKind<'profile'>) {
  const { name, about, instrument, videoUrl, avatar } = flagged
  return (
    <dl className="admin-facts">
      <Fact name="Name" value={name} />
      {instrument !== null && <Fact name="Plays" value={instrument} />}
      {about !== null && <Fact name="About" value={about} />}
      {videoUrl !== null && <Fact name="Video" value={videoUrl} />}
      {avatar !== null && (
        <Fact name="Picture" value={<img src={avatar} width={96} height={96} alt={name} />} />
      )}
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
    </div>
  )
}
