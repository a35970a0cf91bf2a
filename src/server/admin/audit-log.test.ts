import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts'
import { recordAdminAction } from './audit-log.ts'

test('an entry of the audit log can be neither changed nor removed', async () => {
  await using database = await openTestDatabase()
  const entry = {
    adminId: randomUUID(),
    action: 'ban_user',
    subjectId: randomUUID(),
    reason: 'Copied recordings.',
  } as const
  await database.db.transaction().execute((tx) => recordAdminAction(tx, entry))
  for (const statement of [
    sql`update admin_actions set reason = 'Another one.'`,
    sql`delete from admin_actions`,
    sql`truncate admin_actions`,
  ])
    await expect(statement.execute(database.db)).rejects.toThrow('the audit log is append-only')
  expect(await database.db.selectFrom('admin_actions').selectAll().execute()).toMatchObject([
    { action: 'ban_user', subject_kind: 'user', reason: 'Copied recordings.', details: {} },
  ])
})

test('an entry belongs in the transaction of its action', async () => {
  await using database = await openTestDatabase()
  const entry = { adminId: randomUUID(), subjectId: randomUUID(), reason: 'Because.' }
  await expect(recordAdminAction(database.db, { ...entry, action: 'ban_user' })).rejects.toThrow(
    'outside a transaction',
  )
})
