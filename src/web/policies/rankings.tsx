// How lists are sorted, as server/search and server/artists sort them.

import { artistsPath } from '#rules/artists/artist-search.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import { maxFeaturedTracks } from '#rules/tracks/featured-tracks.ts'
import { PageLink } from '#web/ui/page-link.tsx'

export function ListsOfTracks() {
  return (
    <>
      <p>
        Nobody can pay for a better place, and all visitors see the same lists: what you have
        listened to or bought makes no difference. You choose the order of{' '}
        <PageLink href={tracksPath()}>tracks</PageLink>:
      </p>
      <ul>
        <li>
          <strong>Popularity</strong>, the order at first: five points for each purchase, one for
          each download, a tenth of a point for each play of the preview. A point loses half of its
          weight every 90 days. One connection counts once a day for a track, however often it
          plays. Popularity is calculated once an hour.
        </li>
        <li>
          <strong>Rating</strong>: the average, as if there were five more ratings of four stars, so
          that a single rating does not lead the list. Tracks without a rating are last.
        </li>
        <li>
          <strong>Date and price</strong>: the newest or the oldest first; the lowest price first.
        </li>
      </ul>
      <p>
        A search finds the tracks that have all its words in the title, the original artist or the
        artist’s name, also when a letter is wrong, and sorts them in the order that you chose. If
        there are none, you see the closest ones, and the page says so.
      </p>
      <p>
        The home page begins with up to {maxFeaturedTracks} tracks that we have chosen ourselves,
        under the heading “Featured and popular”. The others are the most popular ones.
      </p>
    </>
  )
}

export function ListsOfArtists() {
  return (
    <>
      <p>
        Here, too, nobody can pay for a place. You choose the order of{' '}
        <PageLink href={artistsPath()}>artists</PageLink>:
      </p>
      <ul>
        <li>
          <strong>Popularity</strong>, the order at first: the popularity of all the artist’s tracks
          together.
        </li>
        <li>
          <strong>Rating</strong>: of all ratings of the artist’s tracks, with the same five ratings
          of four stars added.
        </li>
        <li>
          <strong>Numbers and dates</strong>: price of commissions, the number of tracks, followers,
          reviews and commissions, and the date of joining.
        </li>
      </ul>
      <p>
        At first the list shows artists who take commissions; you can change that. The artists on
        the home page are the most popular of them.
      </p>
    </>
  )
}
