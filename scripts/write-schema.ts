// `npm run schema`: writes src/server/db/schema.sql from a database that all migrations have just made.

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../src/server/db/client.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { startEmbeddedPostgres } from '../src/server/start/embedded-postgres.ts'
import { readSchemaText } from './schema-text.ts'

const folder = await mkdtemp(join(tmpdir(), 'undersong-schema-'))
try {
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    password: randomUUID(),
    durable: false,
  })
  try {
    const { pool, close } = connect(postgres.url, { onIdleError: () => undefined })
    await migrate(pool)
    const file = new URL('../src/server/db/schema.sql', import.meta.url)
    await writeFile(file, await readSchemaText(pool))
    await close()
  } finally {
    await postgres.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
