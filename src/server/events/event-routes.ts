import { streamEvents } from '#contracts/events.ts'
import type { RefuseForeignOrigin } from '#server/http/origin.ts'
import type { Serving } from '#server/http/serve.ts'
import type { EventStreams } from './event-streams.ts'

export function eventRoutes(
  { serveBytes }: Serving,
  deps: { streams: EventStreams; refuseForeignOrigin: RefuseForeignOrigin },
) {
  serveBytes(streamEvents, async ({ user, request, reply }) => {
    // Other sites could not read the stream, but would hold its connection.
    deps.refuseForeignOrigin(request)
    deps.streams.open(request, reply, user)
  })
}
