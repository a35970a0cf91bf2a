// Admins take care of what waits for a person, each kind alike: one of them at a time, with a row in the audit log.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Task, TaskCounts } from '#contracts/admin/tasks.ts'
import { taskKinds, type TaskKind } from '#rules/admin/admin-tasks.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { createFixtures } from '../../../../tests/support/access/fixtures.ts'
import { createDifference } from '../../../../tests/support/money/stored-differences.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const openTasks: Record<TaskKind, { list: string; rows: string }> = {
  payment: { list: 'orders', rows: 'payments' },
  refund_request: { list: 'refund-requests', rows: 'requests' },
  refund: { list: 'refunds', rows: 'refunds' },
  found_refund: { list: 'found-refunds', rows: 'refunds' },
  transfer: { list: 'transfers', rows: 'transfers' },
  reversal: { list: 'debts', rows: 'debts' },
  bank_dispute: { list: 'bank-disputes', rows: 'disputes' },
  movement: { list: 'unexplained', rows: 'movements' },
  difference: { list: 'differences', rows: 'differences' },
}

let created: ReturnType<typeof createTasks> | null = null

/** One of each kind: each test takes that of its own kind. */
const tasksOf = (app: TestApp) => (created ??= createTasks(app))

async function createTasks(app: TestApp) {
  const objects = await createFixtures(app)
  const { paymentId, refundId, transferId, debtId, bankDisputeId, differenceId } = objects
  const foundId = `re_${paymentId}`
  await app.db
    .insertInto('found_problems')
    .values({
      kind: 'refund_without_row',
      subject: foundId,
      payment_id: paymentId,
      found_at: app.clock.now(),
      found_by: 'compare_with_provider',
    })
    .execute()
  await app.db
    .updateTable('payments')
    .set({ problem: 'Another amount.' })
    .where('id', '=', paymentId)
    .execute()
  const ids: Record<TaskKind, string> = {
    payment: paymentId,
    refund_request: objects.requestId,
    refund: refundId,
    found_refund: foundId,
    transfer: transferId,
    reversal: debtId,
    bank_dispute: bankDisputeId,
    movement: objects.movementId,
    difference: differenceId,
  }
  return { admins: [await createAdmin(app), await createAdmin(app)] as const, ids }
}

type Named = { kind: TaskKind; id: string }

const take = (app: TestApp, as: TestUser, { kind, id }: Named, from = 'nobody') =>
  app.call(`POST /api/proxy/admin/tasks/${kind}/${id}/take`, { as, send: { from } })

const handBack = (app: TestApp, as: TestUser, { kind, id }: Named) =>
  app.call(`POST /api/proxy/admin/tasks/${kind}/${id}/hand-back`, { as, send: {} })

/** The task of the row with this id in its list; undefined if the list does not have it. */
async function taskIn(app: TestApp, as: TestUser, { kind, id }: Named, owner = '') {
  const { list, rows } = openTasks[kind]
  const response = await app.call(`GET /api/proxy/admin/${list}?owner=${owner}`, { as })
  const found = response.json<Record<string, { id: string; task: Task }[]>>()[rows] ?? []
  return found.find((row) => row.id === id)?.task
}

test.each(taskKinds)(
  'of a %s one of two admins takes care, the other one takes it over and hands it back; its list is narrowed to it, and the audit log has each',
  async (kind) => {
    const app = await sharedApp()
    const { admins, ids } = await tasksOf(app)
    const [ada, ben] = admins
    const named = { kind, id: ids[kind] }
    const ownerOf = async (as: TestUser) => (await taskIn(app, as, named))?.owner
    const isListed = async (as: TestUser) => [
      (await taskIn(app, as, named, 'mine')) !== undefined,
      (await taskIn(app, as, named, 'nobody')) !== undefined,
    ]
    expect(await taskIn(app, ada, named)).toEqual({ owner: null, ageDays: 0 })
    expect([await isListed(ada), await isListed(ben)]).toEqual([
      [false, true],
      [false, true],
    ])
    expect((await take(app, ada, named)).json()).toEqual(named)
    expect(codeOf(await take(app, ben, named))).toBe('task_taken')
    expect(codeOf(await take(app, ada, named))).toBe('done')
    expect(await ownerOf(ada)).toMatchObject({ id: ada.id, isYou: true })
    expect(await ownerOf(ben)).toMatchObject({ id: ada.id, isYou: false })
    expect([await isListed(ada), await isListed(ben)]).toEqual([
      [true, false],
      [false, false],
    ])

    expect(codeOf(await take(app, ben, named, 'another'))).toBe('done')
    expect(await ownerOf(ada)).toMatchObject({ id: ben.id })
    // It is not hers to hand back.
    expect(codeOf(await handBack(app, ada, named))).toBe('done')
    expect(await ownerOf(ada)).toMatchObject({ id: ben.id })
    expect(codeOf(await handBack(app, ben, named))).toBe('done')
    expect(await ownerOf(ada)).toBeNull()

    const log = await app.db
      .selectFrom('admin_actions')
      .select(['admin_id', 'action', 'details'])
      .where(sql<string>`details ->> 'id'`, '=', named.id)
      .orderBy('id')
      .execute()
    const details = { task: kind, id: named.id }
    expect(log).toEqual([
      { admin_id: ada.id, action: 'take_task', details },
      { admin_id: ben.id, action: 'take_task', details },
      { admin_id: ben.id, action: 'hand_back_task', details },
    ])
  },
)

test('of several admins at once one takes care of a task, and the log has it once', async () => {
  const app = await sharedApp()
  const named = { kind: 'difference', id: await createDifference(app, { subject: 'one' }) } as const
  const admins = await Promise.all(Array.from({ length: 4 }, () => createAdmin(app)))
  const codes = (await Promise.all(admins.map((admin) => take(app, admin, named)))).map(codeOf)
  expect(codes.toSorted()).toEqual(['done', 'task_taken', 'task_taken', 'task_taken'])
  const log = await app.db
    .selectFrom('admin_actions')
    .select('action')
    .where('subject_id', '=', named.id)
    .execute()
  expect(log).toEqual([{ action: 'take_task' }])
})

test('nobody takes care of what has ended, of another kind, or of what never was', async () => {
  const app = await sharedApp()
  const ada = await createAdmin(app)
  const id = await createDifference(app, { subject: 'another' })
  await app.db
    .updateTable('reconciliation_differences')
    .set({ status: 'mended', ended_at: app.clock.now() })
    .where('id', '=', id)
    .execute()
  const refused = [
    { kind: 'difference', id },
    { kind: 'refund', id },
    { kind: 'difference', id: 'nothing' },
  ] as const
  for (const named of refused) expect(codeOf(await take(app, ada, named))).toBe('task_ended')
  expect(codeOf(await handBack(app, ada, refused[0]))).toBe('task_ended')
  const unknown = await app.call(`POST /api/proxy/admin/tasks/song/${id}/take`, {
    as: ada,
    send: { from: 'nobody' },
  })
  expect(codeOf(unknown)).toBe('invalid_input')
})

test('admins read how much of each kind waits for a person, how much of it is theirs, and nobody’s', async () => {
  const app = await sharedApp()
  const { ids } = await tasksOf(app)
  const ada = await createAdmin(app)
  const read = async () => {
    const response = await app.call('GET /api/proxy/admin/tasks', { as: ada })
    const { tasks } = response.json<{ tasks: TaskCounts[] }>()
    expect(tasks.map((one) => one.kind)).toEqual(taskKinds)
    return tasks.find((one) => one.kind === 'transfer')
  }
  // A transfer that waits is tried again by itself.
  expect(await read()).toMatchObject({ waiting: 0, nobodys: 0, mine: 0, oldestDays: 0 })
  const set = (changes: { status: 'failed' | 'waiting'; created_at: Date }) =>
    app.db.updateTable('transfers').set(changes).where('id', '=', ids.transfer).execute()
  const now = app.clock.now()
  await set({ status: 'failed', created_at: new Date(now.getTime() - 100 * 86_400_000) })
  expect(await read()).toMatchObject({ waiting: 1, nobodys: 1, mine: 0, oldestDays: 100 })
  await take(app, ada, { kind: 'transfer', id: ids.transfer })
  expect(await read()).toMatchObject({ waiting: 1, nobodys: 0, mine: 1 })
  await handBack(app, ada, { kind: 'transfer', id: ids.transfer })
  await set({ status: 'waiting', created_at: now })
})
