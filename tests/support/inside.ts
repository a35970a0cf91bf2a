// Direct access to a running app's database and its card provider.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import Stripe from 'stripe'
import { storeArtists } from '#server/accounts/artist-row.ts'
import { connect } from '#server/db/client.ts'
import type { ApiUser } from './api-user.ts'

type Secrets = { database: string; sandboxKey: string }

async function readSecretsOf(dataDir: string): Promise<Secrets> {
  return JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Secrets
}

/** The URL of a running app's embedded database; it changes with each start. */
export async function databaseUrlOf(dataDir: string): Promise<string> {
  const { database } = await readSecretsOf(dataDir)
  const port = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]
  return `postgres://postgres:${encodeURIComponent(database)}@127.0.0.1:${port}/postgres`
}

export async function queryDatabase<Row extends pg.QueryResultRow>(
  dataDir: string,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await databaseUrlOf(dataDir) })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** As registered, but nobody can log in to them. */
export async function addArtists(dataDir: string, usernames: readonly string[]): Promise<void> {
  const database = connect(await databaseUrlOf(dataDir), { onIdleError: () => undefined })
  const users = usernames.map((username, at) => ({
    email: `${at + 1}@example.com`,
    username,
    role: 'artist' as const,
  }))
  await database.db.transaction().execute(async (tx) => {
    const added = await tx.insertInto('users').values(users).returning('id').execute()
    await storeArtists(
      tx,
      added.map(({ id }) => id),
    )
  })
  await database.close()
}

/** The test card provider of a running app, which an artist is sent to. */
export async function sandboxOf(app: { dataDir: string; artist: ApiUser }) {
  const { url } = await app.artist.request<{ url: string }>('POST /api/artist/payment-setup', {})
  const { sandboxKey: secretKey } = await readSecretsOf(app.dataDir)
  return { url: new URL(url).origin, port: Number(new URL(url).port), secretKey }
}

export async function providerOf(dataDir: string, sandboxPort: number): Promise<Stripe> {
  const { sandboxKey } = await readSecretsOf(dataDir)
  return new Stripe(sandboxKey, {
    host: '127.0.0.1',
    port: sandboxPort,
    protocol: 'http',
    telemetry: false,
  })
}
