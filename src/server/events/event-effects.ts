// The one table from an event to what it concerns: the public pages that show it, and the people who are told.

import type { LiveEvent } from '#contracts/events.ts'
import { artistsPath } from '#rules/artists/artist-search.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import { artistPath, homePath, pageRoutes, trackPath } from '#rules/page-paths.ts'
import type { SiteEvent } from './site-events.ts'

export type Effects = {
  /** Paths of public pages; a route such as `/tracks/:id` means every page of it. */
  pages?: string[]
  /** Every page that shows one of these tracks or artists. */
  showing?: string[]
  /** What the open pages of these users are told. */
  tells?: { userIds: string[]; butSessionId?: string | undefined; event: LiveEvent }
}

type EventNamed<Name extends SiteEvent['name']> = Extract<SiteEvent, { name: Name }>

// Followers are counted without an event: what many people do at once shows when the pages are made anew.
const lists = [homePath, tracksPath(), artistsPath()]

// What appears or disappears with an artist is on pages that name neither them nor, so far, their tracks.
const everyListAndProfile = [...lists, pageRoutes.track, pageRoutes.artist]

type ChangedTrack = { trackId: string; artistId: string; versionIds: string[] }

/** A page of the artist lists the track; a version's page links to it, and so does each card of a version. */
const pagesOfTrack = ({ trackId, artistId, versionIds }: ChangedTrack): Effects => ({
  pages: lists,
  showing: [trackId, artistId, ...versionIds],
})

const effects: { [Name in SiteEvent['name']]: (event: EventNamed<Name>) => Effects } = {
  trackListed: pagesOfTrack,
  trackChanged: pagesOfTrack,
  featuredTracksChanged: () => ({ pages: [homePath] }),
  // The list of artists shows the ratings of many: as with followers, when it is made anew.
  ratingsChanged: ({ trackId, artistId }) => ({
    pages: [
      homePath,
      tracksPath(),
      trackPath(trackId),
      ...(artistId === undefined ? [] : [artistPath(artistId)]),
    ],
  }),
  profileChanged: ({ artistId }) => ({ pages: lists, showing: [artistId] }),
  artistChanged: () => ({ pages: everyListAndProfile }),
  reviewsChanged: ({ artistId }) => ({ pages: [artistsPath(), artistPath(artistId)] }),
  uploadChanged: ({ uploadId, artistId }) => ({
    tells: { userIds: [artistId], event: { name: 'uploadChanged', uploadId } },
  }),
  exampleChanged: ({ exampleId, artistId }) => ({
    tells: { userIds: [artistId], event: { name: 'exampleChanged', exampleId } },
  }),
  uploadWanted: () => ({}),
  renditionChanged: ({ trackId, userId }) => ({
    tells: { userIds: [userId], event: { name: 'renditionChanged', trackId } },
  }),
  commissionChanged: ({ commissionId, userIds }) => ({
    tells: { userIds, event: { name: 'commissionChanged', commissionId } },
  }),
  notificationsChanged: ({ userIds }) => ({
    tells: { userIds, event: { name: 'notificationsChanged' } },
  }),
  // Pages of a replaced session would ask with its cookie, and be shown as logged out.
  sessionsChanged: ({ userId, replacedSessionId }) => ({
    tells: {
      userIds: [userId],
      butSessionId: replacedSessionId,
      event: { name: 'accountChanged' },
    },
  }),
  pageOutdated: ({ path }) => ({ pages: [path] }),
}

export function effectsOf<Name extends SiteEvent['name']>(event: EventNamed<Name>): Effects {
  const name: Name = event.name
  return effects[name](event)
}
