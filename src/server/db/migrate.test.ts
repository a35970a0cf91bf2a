import { expect, test } from 'vitest'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { connect } from './client.ts'
import { migrate } from './migrate.ts'

test('a database migrated by a newer version is refused in one sentence', async () => {
  await using app = await createTestApp()
  const database = connect(app.databaseUrl, { onIdleError: () => undefined })
  await migrate(database.pool)
  await database.pool.query("insert into migrations (name, sha256) values ('9999-newer.sql', 'x')")

  await expect(migrate(database.pool)).rejects.toThrow(
    /^It was migrated by a newer Undersong \(9999-newer\.sql\): start that one, or restore a backup from before\.$/,
  )
  await database.close()
})
