// Every endpoint, page and exported file, used by a customer, an artist and an admin who own one of everything, beside
// others who own as much: nothing of the others is read, changed or counted.

import { expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { openPageCache } from '#server/pages/page-cache.ts'
import { loadBuiltWeb } from '#server/start/web-build.ts'
import { ensureWebIsBuilt } from '../../../scripts/build-web.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { cannedRenderer } from '../../../tests/support/owned/renditions.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { createTestApp, createUser, type TestApp } from '../../../tests/support/test-app.ts'
import { expectedEndpoints } from '../../../tests/support/two-owners/expected-endpoints.ts'
import { expectedPages } from '../../../tests/support/two-owners/expected-pages.ts'
import {
  createSide,
  createStageTrack,
  leaveUnsettled,
  sellBlocked,
} from '../../../tests/support/two-owners/sides.ts'
import {
  changedRows,
  changesOf,
  moveBehind,
  newMarkers,
  storedRows,
  toldOf,
  type Markers,
} from '../../../tests/support/two-owners/stored-rows.ts'
import { readOwn, useForeign, useOwn } from '../../../tests/support/two-owners/walks.ts'

test('it is decided for every endpoint and page what it may show and change of others', () => {
  const names = allEndpoints.map(({ name }) => name)
  expect(Object.keys(expectedEndpoints).toSorted()).toEqual(names.toSorted())
  expect(Object.keys(expectedPages)).toEqual(Object.keys(pageRoutes))
})

test('nothing of others is read, changed or counted by any endpoint, page or exported file (ROL-26)', async () => {
  await ensureWebIsBuilt((line) => console.log(line))
  await using app = await createTestApp({
    renderer: cannedRenderer().renderer,
    loadRender: await loadBuiltWeb(),
    pageCache: openPageCache(),
  })
  const stageTrackId = await createStageTrack(app)
  const own = await createSide(app, { name: 'Amber', stageTrackId, withAdmin: true })
  await app.work()
  const strangers = await createStrangers(app)
  const alone = await readOwn(app, own)

  const before = await storedRows(app)
  const theirs = await createSide(app, { name: 'Indigo', stageTrackId, ratesStage: true })
  await app.work()
  await sellBlocked(app, theirs)
  await leaveUnsettled(app, theirs)
  await noteArtists(app, [theirs.artist.user, strangers.artist])
  const others = newMarkers(before, await storedRows(app))
  await moveBehind(app, others)

  const unread = await storedRows(app)
  const beside = await readOwn(app, own)
  const changed = changesOf(others, changedRows(unread, await storedRows(app)))
  const used = await useOwn(app, own, others)
  expect([
    ...differences(alone, beside, others),
    ...changed,
    ...used.problems,
    ...differences(await useAlone(), used.answers, others),
    ...(await useForeign(app, { strangers, theirs, others })),
  ]).toEqual([])
})

/** What the same commands answer when there are no others. */
async function useAlone(): Promise<Map<string, string>> {
  await using app = await createTestApp({ renderer: cannedRenderer().renderer })
  const stageTrackId = await createStageTrack(app)
  const side = await createSide(app, { name: 'Amber', stageTrackId, withAdmin: true })
  await app.work()
  const stored = await storedRows(app)
  return (await useOwn(app, side, newMarkers(stored, stored))).answers
}

/** They own nothing, and ask for what is not theirs. */
async function createStrangers(app: TestApp) {
  return {
    customer: await createUser(app),
    artist: await createArtistWithPayouts(app),
    admin: await createAdmin(app),
  }
}

/** A call by an artist is noted once in some minutes: from here on it changes nothing. */
async function noteArtists(app: TestApp, artists: { cookie: string }[]): Promise<void> {
  for (const { cookie } of artists)
    await app.call('GET /api/proxy/auth/get-id-and-role', { headers: { cookie } })
}

/** What an owner reads must not depend on what others store. */
function differences(
  alone: Map<string, string>,
  beside: Map<string, string>,
  others: Markers,
): string[] {
  return [...beside].flatMap(([what, text]) => {
    const told = toldOf(others, text)
    if (told !== undefined) return [`${what} tells ${told}`]
    const former = alone.get(what) ?? ''
    if (text === former) return []
    const at = [...former].findIndex((letter, index) => letter !== text[index])
    const around = (one: string) => one.slice(Math.max(0, at - 60), at + 60)
    return [`${what} changes: ${around(former)} → ${around(text)}`]
  })
}
