import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { makeWav } from '../../src/server/gateways/audio/audio-samples.ts'
import { startEmbeddedPostgres } from '../../src/server/start/embedded-postgres.ts'
import { createApiUser, enablePayouts, publish, type ApiUser } from '../support/api-user.ts'
import { openEventStream } from '../support/event-stream.ts'
import { freePort } from '../../scripts/run-program.ts'
import { createDataFolder, keepContract, startAppProcess, stopApp } from '../support/running-app.ts'
import { eventually } from '../support/eventually.ts'

test('two processes on one database and port: a new track shows in both, a ban is effective in both at once, and a process that dies is replaced (ROL-25, D-101)', async () => {
  await using data = await createDataFolder()
  const postgres = await startEmbeddedPostgres({
    folder: join(data.path, 'server'),
    password: 'only for this test',
    durable: false,
  })
  const shop = join(data.path, 'shop')
  await keepContract(shop)
  const app = await startAppProcess({
    PORT: String(await freePort()),
    DATA_DIR: shop,
    DATABASE_URL: postgres.url,
    WEB_PROCESSES: '2',
  })
  await expect.poll(() => webProcesses(data.path)).toHaveLength(1)
  const artist = await createApiUser(app, 'artist', 'Rosa Lindqvist')
  await enablePayouts(artist)
  for (const page of await fetchManyTimes(app.url)) expect(page).not.toContain('Skye Boat Song')

  // Each on its own connection, so that both processes have some.
  const streams = await Promise.all(
    Array.from({ length: 12 }, () => openEventStream(app.url, artist)),
  )
  const uploadId = await publish(app, artist, makeWav({ seconds: 8 }))
  const event = { name: 'uploadChanged', uploadId }
  for (const stream of streams) {
    await expect.poll(() => stream.events()).toContainEqual(event)
    await stream[Symbol.asyncDispose]()
  }
  await eventually(async () => {
    for (const page of await fetchManyTimes(app.url)) expect(page).toContain('Skye Boat Song')
  })

  const admin = await createApiUser(app, 'customer', 'Ada Admin')
  await makeAdmin(postgres.url, admin)
  const open = await Promise.all(Array.from({ length: 12 }, () => openEventStream(app.url, artist)))
  const { id: artistId } = await artist.request<{ id: string }>(whoAmI)
  await admin.request('POST /api/proxy/admin/ban-user', { artistId })
  // Without a wait: each process reads at every call whether the caller is banned.
  const calls = Array.from({ length: 24 }, () => callOnNewConnection(app.url, artist))
  expect(await Promise.all(calls)).toEqual(calls.map(() => 'banned'))
  for (const stream of open) {
    await expect.poll(() => stream.isEnded()).toBe(true)
    expect(stream.events()).toContainEqual({ name: 'accountChanged' })
  }

  const [other] = await webProcesses(data.path)
  process.kill(Number(other), 'SIGKILL')
  await eventually(async () => {
    const [replaced] = await webProcesses(data.path)
    expect(replaced).toBeDefined()
    expect(replaced).not.toBe(other)
  })
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  expect(await stopApp(app)).toBe(0)
  expect(await webProcesses(data.path)).toEqual([])
  await postgres.stop()
})

const whoAmI = 'GET /api/proxy/auth/get-id-and-role'

/** With a second factor, without which an admin has no powers. */
async function makeAdmin(databaseUrl: string, { email }: ApiUser): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const change = `update users set role = 'admin', two_factor_enabled = true where email = $1`
  await client.query(change, [email])
  await client.end()
}

/** Returns the code of the refusal. */
async function callOnNewConnection(url: string, { cookie }: ApiUser): Promise<string> {
  const headers = { cookie, connection: 'close' }
  const response = await fetch(`${url}/api/users/following`, { headers })
  const { code } = (await response.json()) as { code: string }
  return code
}

/** Each request uses its own connection, so that the kernel distributes them over the processes. */
function fetchManyTimes(url: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: 24 }, async () => {
      const response = await fetch(`${url}/tracks`, { headers: { connection: 'close' } })
      return response.text()
    }),
  )
}

async function webProcesses(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const variables = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (command.includes('web-process.ts') && variables.includes(folder)) found.push(pid)
  }
  return found
}
