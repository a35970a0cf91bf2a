// The section All Uploaded Tracks.

import { useId, useRef, type ReactNode, type SubmitEvent } from 'react'
import type { TrackSummaryList } from '#contracts/catalogue.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import type { TrackSort } from '#rules/tracks/track-options.ts'
import { maxQueryLength } from '#rules/search/track-search.ts'
import { formText } from '#web/forms/form-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagingButtons } from '#web/ui/paging.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { totalText } from '#web/tracks/catalogue/track-count.ts'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { ArtistTrackRow } from './artist-track-row.tsx'
import { profileMessages } from './profile-messages.ts'
import { ProfileSection, type HeadingLevel } from './profile-section.tsx'
import { useArtistTracks } from './use-artist-tracks.ts'

const sorts = [
  { value: 'date-uploaded', label: 'Recently Uploaded' },
  { value: 'popularity', label: 'Most Popular' },
] as const satisfies { value: TrackSort; label: string }[]

type ArtistTracksProps = {
  artistId: string
  heading: HeadingLevel
  /** The first tracks, if the page has them. */
  initial: TrackSummaryList | null
  renderBuyButton?: RenderBuyButton | undefined
}

export type RenderBuyButton = (track: TrackSummary) => ReactNode

export function ArtistTracks(props: ArtistTracksProps) {
  const { artistId, heading, initial, renderBuyButton } = props
  const tracks = useArtistTracks(artistId, initial)
  const { list, refused, isLoading, shown, show } = tracks
  const results = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    if (box.current) box.current.value = ''
    box.current?.focus()
    show({ query: '', page: 1 })
  }
  return (
    <ProfileSection name="tracks" heading={heading} title="All Uploaded Tracks">
      <TrackSearch artistId={artistId} box={box} shown={shown} onShow={show} />
      <div ref={results} tabIndex={-1} className="artist-track-list" aria-busy={isLoading}>
        {refused && (
          <Notice tone="danger" title={profileMessages.tracksFailed}>
            <p>{refused.message}</p>
            <Button variant="ghost" size="sm" isLoading={isLoading} onClick={() => show({})}>
              Try Again
            </Button>
          </Notice>
        )}
        {!refused && list === null && <LoadingTracks />}
        {list && (
          <Tracks
            list={list}
            isSearch={shown.query !== ''}
            onClear={clear}
            renderBuyButton={renderBuyButton}
          />
        )}
        {list && (
          <PagingButtons
            label="Pages of tracks"
            {...list}
            onPage={(page) => {
              show({ page })
              results.current?.focus()
              results.current?.scrollIntoView({ block: 'nearest' })
            }}
          />
        )}
      </div>
    </ProfileSection>
  )
}

type TrackSearchProps = {
  artistId: string
  box: React.RefObject<HTMLInputElement | null>
  shown: { orderBy: TrackSort }
  onShow: ReturnType<typeof useArtistTracks>['show']
}

/** Without a script the catalogue shows the artist's tracks. */
function TrackSearch({ artistId, box, shown, onShow }: TrackSearchProps) {
  const id = useId()
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onShow({ query: formText(new FormData(event.currentTarget), 'query').trim(), page: 1 })
  }
  return (
    <form
      role="search"
      className="artist-track-search"
      action={pageRoutes.tracks}
      onSubmit={search}
    >
      <input type="hidden" name="artistId" value={artistId} />
      <div>
        <label htmlFor={`${id}-query`}>Search these tracks</label>
        <div className="search-row">
          <input
            ref={box}
            id={`${id}-query`}
            type="search"
            name="query"
            className="control"
            maxLength={maxQueryLength}
            enterKeyHint="search"
            autoComplete="off"
          />
          <Button type="submit" variant="ghost">
            Search
          </Button>
        </div>
      </div>
      <div>
        <label htmlFor={`${id}-sort`}>Sort by</label>
        <select
          id={`${id}-sort`}
          name="orderBy"
          className="control"
          value={shown.orderBy}
          onChange={({ target }) => {
            const chosen = sorts.find(({ value }) => value === target.value)
            if (chosen) onShow({ orderBy: chosen.value, page: 1 })
          }}
        >
          {sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </form>
  )
}

type TracksProps = {
  list: TrackSummaryList
  isSearch: boolean
  onClear: () => void
  renderBuyButton: RenderBuyButton | undefined
}

function Tracks({ list, isSearch, onClear, renderBuyButton }: TracksProps) {
  if (list.tracks.length === 0) {
    return (
      <div className="review-note">
        <p role="status">{isSearch ? profileMessages.noTracksFound : profileMessages.noTracks}</p>
        {isSearch && (
          <Button variant="ghost" size="sm" onClick={onClear}>
            Clear search
          </Button>
        )}
      </div>
    )
  }
  return (
    <>
      <p role="status" className="artist-track-count">
        Showing {wholeNumber(list.tracks.length)} of {totalText(list)} tracks
      </p>
      <ul className="artist-tracks">
        {list.tracks.map((track) => (
          <li key={track.id}>
            <ArtistTrackRow track={track}>{renderBuyButton?.(track)}</ArtistTrackRow>
          </li>
        ))}
      </ul>
    </>
  )
}

function LoadingTracks() {
  return (
    <div role="status" className="stack-sm">
      <span className="sr-only">Loading tracks</span>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} className="skeleton-row" />
      ))}
    </div>
  )
}
