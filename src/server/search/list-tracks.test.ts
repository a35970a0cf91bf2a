import { expect, test } from 'vitest'
import type { SiteEvent } from '#server/events/site-events.ts'
import { createTestApp, createTrack, createUser } from '../../../tests/support/test-app.ts'
import { publishTrack } from './list-tracks.ts'

/** Of one event, in PostgreSQL. */
const maxBytes = 8_000

test('the change of a track with more versions than one event holds names each of them once', async () => {
  await using app = await createTestApp()
  const tom = await createUser(app, { role: 'artist' })
  const versions: string[] = []
  for (let count = 0; count < 220; count++)
    versions.push((await createTrack(app.db, { artistId: tom.id })).id)
  await createTrack(app.db, { artistId: tom.id, title: 'Another Song' })
  expect(JSON.stringify(versions).length).toBeGreaterThan(maxBytes)
  await app.eventsArrived()
  const heard: Extract<SiteEvent, { name: 'trackChanged' }>[] = []
  app.events.subscribe({
    onEvent: (event) => {
      if (event.name === 'trackChanged') heard.push(event)
    },
    onMissed: () => {},
  })

  const [changed = '', ...others] = versions
  const event = { id: changed, name: 'trackChanged' } as const
  await app.db.transaction().execute((tx) => publishTrack(tx, event))
  await app.eventsArrived()
  expect(heard.map(({ trackId, artistId }) => [trackId, artistId])).toEqual(
    heard.map(() => [changed, tom.id]),
  )
  const named = heard.flatMap(({ versionIds }) => versionIds)
  expect(named.toSorted()).toEqual(others.toSorted())
})
