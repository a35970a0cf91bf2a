import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { createAdmin } from '../support/access/admin-user.ts'
import { createArtists } from '../support/artists/create-artists.ts'
import { createTestApp, createTrack } from '../support/test-app.ts'

const artists = 100
const tracksOfEach = 3
const busyLoops = 2

/** Occupies one core until it is disposed of. */
function busyLoop() {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('100 bans and then 100 unbans in parallel beside two busy loops are all answered, without an error of the server', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const ids = await createArtists(app.db, artists)
  for (const artistId of ids)
    for (let track = 0; track < tracksOfEach; track++) await createTrack(app.db, { artistId })
  await using loops = new AsyncDisposableStack()
  for (let count = 0; count < busyLoops; count++) loops.use(busyLoop())
  for (const verb of ['ban', 'unban']) {
    const responses = await Promise.all(
      ids.map((artistId) =>
        app.call(`POST /api/proxy/admin/${verb}-user`, { as: admin, send: { artistId } }),
      ),
    )
    const wrong = responses.map(({ statusCode }) => statusCode).filter((status) => status !== 200)
    expect([verb, wrong]).toEqual([verb, []])
  }
  const logged = await app.db.selectFrom('admin_actions').select('id').execute()
  expect(logged).toHaveLength(2 * artists)
})
