import { useRef, useState } from 'react'
import type { OwnTrack, restoreTrack } from '#contracts/own-tracks.ts'
import { takeDownsPath, trackPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { request } from '#web/api/browser.ts'
import { PreviewTrackButton } from '#web/player/preview-track-button.tsx'
import { SungBy } from '#web/tracks/track-artists.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import type { DashboardAddress } from './dashboard-address.ts'
import { ownTrackMessages, updateFailure } from './own-track-messages.ts'

type OwnTrackRowProps = {
  track: OwnTrack
  address: Pick<DashboardAddress, 'linkTo'>
  onChanged: () => Promise<void>
}

export function OwnTrackRow({ track, address, onChanged }: OwnTrackRowProps) {
  const { id, title, withdrawnAt, isTakenDown } = track
  const row = useRef<HTMLLIElement>(null)
  return (
    <li ref={row} tabIndex={-1} className="own-track">
      <Cover track={track} />
      <div className="user-words">
        <p className="row-title">
          {withdrawnAt === null ? (
            <PageLink href={publicPath(id)} className="name-link">
              <bdi>{title}</bdi>
            </PageLink>
          ) : (
            <bdi>{title}</bdi>
          )}
        </p>
        <p className="detail">
          <SungBy originalArtist={track.originalArtist} /> · <DateText iso={track.createdAt} />
        </p>
        {withdrawnAt !== null && (
          <p className="small">
            <strong>{isTakenDown ? 'Taken down' : 'Withdrawn'}</strong> on{' '}
            <DateText iso={withdrawnAt} />
          </p>
        )}
      </div>
      <dl className="own-track-figures">
        <Figure label="You receive" value={formatPence(track.pricePence)} />
        <Figure label="Customer pays" value={formatPence(track.customerPricePence)} />
        <Figure label="Sales" value={String(track.purchaseCount)} />
        <Figure label="Downloads" value={String(track.downloadCount)} />
      </dl>
      <div className="own-track-actions">
        <div className="row-buttons">
          {withdrawnAt === null && <ListedActions track={track} address={address} />}
          {isTakenDown && <ReasonLink track={track} />}
          {withdrawnAt !== null && !isTakenDown && (
            <RestoreButton
              track={track}
              onRestored={async () => {
                await onChanged()
                moveFocus(row.current)
              }}
            />
          )}
        </div>
      </div>
    </li>
  )
}

function Cover({ track }: { track: OwnTrack }) {
  return (
    <img
      src={track.coverUrl}
      alt=""
      width="56"
      height="56"
      loading="lazy"
      className="own-track-cover"
    />
  )
}

function ReasonLink({ track: { title } }: { track: OwnTrack }) {
  return (
    <ButtonLink
      href={takeDownsPath}
      variant="ghost"
      size="sm"
      aria-label={`Why ${title} was taken down`}
    >
      See the reason
    </ButtonLink>
  )
}

function ListedActions({ track, address }: Pick<OwnTrackRowProps, 'track' | 'address'>) {
  const { id, title } = track
  return (
    <>
      <ButtonLink href={publicPath(id)} variant="ghost" size="sm" aria-label={`View ${title}`}>
        View
      </ButtonLink>
      <PreviewTrackButton track={track} />
      <ButtonLink
        {...address.linkTo({ name: 'edit', id })}
        variant="ghost"
        size="sm"
        className="needs-script"
        aria-label={`Edit ${title}`}
      >
        Edit
      </ButtonLink>
      <ButtonLink
        {...address.linkTo({ name: 'withdraw', id })}
        variant="ghost"
        size="sm"
        className="needs-script"
        aria-label={`Withdraw ${title}`}
      >
        Withdraw
      </ButtonLink>
    </>
  )
}

type RestoreButtonProps = { track: OwnTrack; onRestored: () => Promise<void> }

function RestoreButton({ track: { id, title }, onRestored }: RestoreButtonProps) {
  const [isRestoring, setIsRestoring] = useState(false)
  const restore = async () => {
    setIsRestoring(true)
    const route = 'POST /api/proxy/tracks/{id}/restore'
    const result = await request<typeof restoreTrack>(route, { id })
    setIsRestoring(false)
    if (!result.ok) return toast.error(updateFailure(result).message)
    toast.success(ownTrackMessages.restored)
    await onRestored()
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`Restore ${title}`}
      isLoading={isRestoring}
      loadingText="Restoring…"
      onClick={() => void restore()}
    >
      Restore
    </Button>
  )
}

function publicPath(id: string): string {
  return trackPath(id, { from: 'artist-dashboard' })
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
