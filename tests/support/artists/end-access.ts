import { expect } from 'vitest'
import type { TestApp, TestUser } from '../test-app.ts'

type Response = Awaited<ReturnType<TestApp['call']>>

/** Ends an artist's access while a file of the profile is on its way: `send` sends the rest of it when `until` resolves. */
export async function sendWhileAccessEnds(
  app: TestApp,
  artist: TestUser,
  { by, send }: { by: 'deleted' | 'banned'; send: (until: Promise<void>) => Promise<Response> },
): Promise<Response> {
  const rest = Promise.withResolvers<void>()
  const sent = send(rest.promise)
  const admitted = app.db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', 'like', `profile|%|${artist.id}`)
  await expect.poll(() => admitted.execute()).not.toEqual([])
  if (by === 'deleted')
    await app.call('POST /api/account/deletion', {
      as: artist,
      send: { password: 'sing it to me' },
    })
  else await app.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute()
  rest.resolve()
  return sent
}
