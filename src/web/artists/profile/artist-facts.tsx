// The facts about an artist: the figures in cards, and the section Artist Info.

import { completionTimeText, lastOnlineText } from '#rules/artists/time-words.ts'
import { Fact } from '#web/tracks/fact.tsx'
import { daysBetween } from '#web/ui/date-text.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import {
  averageText,
  commissionPriceText,
  ratingText,
  type ArtistProfile,
} from './artist-profile.ts'
import { profileMessages } from './profile-messages.ts'
import { ProfileSection, type HeadingLevel } from './profile-section.tsx'

export function ArtistFigures({ artist }: { artist: ArtistProfile }) {
  return (
    <dl className="profile-figures">
      <Fact name="Commission Price">
        {commissionPriceText(artist.customerCommissionPricePence)}
      </Fact>
      <Fact name="Max Delivery Time">{artist.maxTimeTakenForCommission}</Fact>
      <Fact name="Tracks Uploaded">{wholeNumber(artist.numOfUploadedTracks)}</Fact>
      <Fact name="Commissions">{wholeNumber(artist.numOfCommissions)}</Fact>
      <Fact name="Avg Rating">{averageText(artist)}</Fact>
    </dl>
  )
}

type ArtistInfoProps = {
  artist: ArtistProfile
  heading: HeadingLevel
  /** When the profile was fetched: the words are then the same on the server and in the browser. */
  now: string
}

export function ArtistInfo({ artist, heading, now }: ArtistInfoProps) {
  const daysOffline = artist.lastOnline === null ? null : daysBetween(artist.lastOnline, now)
  return (
    <ProfileSection name="info" heading={heading} title="Artist Info">
      {artist.about && (
        <p className="user-text" dir="auto">
          {artist.about}
        </p>
      )}
      <dl className="facts">
        <Fact name="Primary Instrument">
          <bdi>{artist.artistInstrument ?? profileMessages.unknownFigure}</bdi>
        </Fact>
        <Fact name="Average Rating">{ratingText(artist)}</Fact>
        <Fact name="Artist's Promise">{artist.maxTimeTakenForCommission}</Fact>
        <Fact name="Average Completion Time">
          {completionTimeText(artist.averageCommissionCompletionTimeHours)}
        </Fact>
        <Fact name="Available for Commissions">{artist.availableForCommission ? 'Yes' : 'No'}</Fact>
        <Fact name="Last Online">{lastOnlineText(daysOffline)}</Fact>
      </dl>
    </ProfileSection>
  )
}
