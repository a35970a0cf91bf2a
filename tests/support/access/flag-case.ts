// A user's report of a track, and what those concerned do with it and are told.

import type { Flag, FlagCounts } from '../../../src/contracts/moderation/flags.ts'
import type { TakeDown } from '../../../src/contracts/moderation/take-downs.ts'
import { createTrack, createUser, type TestApp, type TestUser } from '../test-app.ts'
import { createAdmin } from './admin-user.ts'

export const flag = (app: TestApp, trackId: string, as?: TestUser, send: object = sentFlag) =>
  app.call(`POST /api/proxy/flags/track/${trackId}`, { send, ...(as ? { as } : {}) })
export const sentFlag = { type: 'copyright', reason: 'I recorded this.' }

export const decide = (app: TestApp, as: TestUser, id: string, step: string, words = 'Seen') =>
  app.call(`POST /api/proxy/admin/flags/${id}`, {
    as,
    send: {
      step,
      ...(step === 'review' ? { note: words } : { reason: words }),
      ...(step === 'uphold' && { claim: sentClaim }),
    },
  })
export const sentClaim = 'The recording is somebody else’s.'

export const listFlags = async (app: TestApp, as: TestUser, query = '') =>
  (await app.call(`GET /api/proxy/admin/flags${query}`, { as })).json<{
    flags: Extract<Flag, { kind: 'track' }>[]
    total: number
    totalPages: number
    currentPage: number
    counts: FlagCounts
  }>()

export const takeDowns = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/artists/take-downs', { as })).json<{ takeDowns: TakeDown[] }>()
    .takeDowns

/** The kinds of what a user was told of. */
export async function toldOf(app: TestApp, { id }: TestUser): Promise<string[]> {
  const told = await app.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', id)
    .execute()
  return told.map(({ kind }) => kind)
}

export const codeOf = (response: Awaited<ReturnType<typeof flag>>) =>
  response.json<{ code?: string }>().code

export const isListed = async (app: TestApp, trackId: string) =>
  (await app.call(`GET /api/proxy/tracks/${trackId}`)).statusCode === 200

export async function createCase(app: TestApp) {
  const [tom, mia, admin] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app),
    await createAdmin(app),
  ]
  const track = await createTrack(app.db, { artistId: tom.id, title: 'Blackbird' })
  const flagged = await flag(app, track.id, mia)
  return { tom, mia, admin, track, id: flagged.json<{ id: string }>().id }
}
