// The one table from an event to what it concerns: the public pages that show it, and the people who are told.

import type { LiveEvent } from '#contracts/events.ts'
import { homePath, pageRoutes, trackPath, tracksPath } from '#rules/page-paths.ts'
import type { SiteEvent } from './site-events.ts'

type Effects = {
  /** Paths of public pages; a route such as `/tracks/:id` means every page of it. */
  pages?: string[]
  /** What the open pages of these users are told. */
  tells?: { userIds: string[]; event: LiveEvent }
}

type EventNamed<Name extends SiteEvent['name']> = Extract<SiteEvent, { name: Name }>

// Rare enough to render every track's page anew instead of looking up in each process which ones show the change.
const everyListAndTrack = [homePath, tracksPath(), pageRoutes.track]

const effects: { [Name in SiteEvent['name']]: (event: EventNamed<Name>) => Effects } = {
  // A track's page shows the other versions of its song.
  trackListed: () => ({ pages: everyListAndTrack }),
  trackChanged: () => ({ pages: everyListAndTrack }),
  ratingsChanged: ({ trackId }) => ({ pages: [homePath, tracksPath(), trackPath(trackId)] }),
  artistChanged: () => ({ pages: everyListAndTrack }),
  uploadChanged: ({ uploadId, artistId }) => ({
    tells: { userIds: [artistId], event: { name: 'uploadChanged', uploadId } },
  }),
  uploadWanted: () => ({}),
  renditionChanged: ({ trackId, userId }) => ({
    tells: { userIds: [userId], event: { name: 'renditionChanged', trackId } },
  }),
  notificationsChanged: ({ userIds }) => ({
    tells: { userIds, event: { name: 'notificationsChanged' } },
  }),
  sessionsChanged: ({ userId }) => ({
    tells: { userIds: [userId], event: { name: 'accountChanged' } },
  }),
  pageOutdated: ({ path }) => ({ pages: [path] }),
}

export function effectsOf<Name extends SiteEvent['name']>(event: EventNamed<Name>): Effects {
  const name: Name = event.name
  return effects[name](event)
}
