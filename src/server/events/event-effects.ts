// The one table from an event to what it concerns: the public pages that show it, and the people who are told.

import type { LiveEvent } from '#contracts/events.ts'
import { homePath, pageRoutes, trackPath, tracksPath } from '#rules/page-paths.ts'
import type { SiteEvent } from './site-events.ts'

type Effects = {
  /** Paths of public pages; a route such as `/tracks/:id` means every page of it. */
  pages?: string[]
  /** What the open pages of a user are told, or those of all visitors, for whom `userId` is null. */
  tells?: { userId: string | null; event: LiveEvent }
}

type EventNamed<Name extends SiteEvent['name']> = Extract<SiteEvent, { name: Name }>

const effects: { [Name in SiteEvent['name']]: (event: EventNamed<Name>) => Effects } = {
  trackListed: ({ trackId }) => pagesOfTrack(trackId),
  trackChanged: ({ trackId }) => pagesOfTrack(trackId),
  ratingsChanged: ({ trackId }) => pagesOfTrack(trackId),
  // Rare enough to render every track's page anew instead of looking up the artist's tracks in each process.
  artistChanged: () => ({ pages: [homePath, tracksPath(), pageRoutes.track] }),
  uploadChanged: ({ uploadId, artistId }) => ({
    tells: { userId: artistId, event: { name: 'uploadChanged', uploadId } },
  }),
  sessionsChanged: () => ({}),
  pageOutdated: ({ path }) => ({ pages: [path] }),
}

function pagesOfTrack(trackId: string): Effects {
  return { pages: [homePath, tracksPath(), trackPath(trackId)] }
}

export function effectsOf<Name extends SiteEvent['name']>(event: EventNamed<Name>): Effects {
  const name: Name = event.name
  return effects[name](event)
}
