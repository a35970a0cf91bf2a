import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { studioIn } from '../../../../tests/support/commissions/delivering.ts'
import {
  listMessages,
  pdf,
  sendMessage,
  sentMessage,
  stateReason,
} from '../../../../tests/support/commissions/messaging.ts'
import { storeDispute } from '../../../../tests/support/commissions/stored-commission.ts'
import type { TestApp, TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

async function openRead() {
  const studio = await studioIn(await emptyApp())
  const { app, mia, store } = studio
  const admin = await createAdmin(app)
  const { id } = await store('delivered')
  const { attachments } = await sentMessage(app, mia, id, { files: [{ bytes: pdf }] })
  const url = attachments[0]?.url ?? ''
  return {
    ...studio,
    id,
    admin,
    /** The outcomes for a reader: of the list of messages, and of the file of one. */
    readBy: async (as: TestUser) => [
      codeOf(await listMessages(app, as, id)),
      (await app.call(`GET ${url}`, { as })).statusCode,
    ],
  }
}

const roomOf = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call(`GET /api/commissions/${id}`, { as })).json<Commission>().room

const logOf = (app: TestApp) =>
  app.db
    .selectFrom('admin_actions')
    .select(['action', 'subject_id', 'note', 'reason'])
    .orderBy('id')
    .execute()

const done = ['done', 200]
const hidden = ['not_found', 404]

test('without a reason an admin reads neither a message nor a file, and nothing is logged', async () => {
  const opened = await openRead()
  const { app, admin, id, readBy } = opened
  expect(await readBy(admin)).toEqual(hidden)
  expect(await roomOf(app, admin, id)).toMatchObject({ readAs: null, readUntil: null })
  expect(await logOf(app)).toEqual([])
  const empty = { as: admin, send: { note: ' ' } }
  expect(codeOf(await app.call(`POST /api/proxy/admin/commissions/${id}/read`, empty))).toBe(
    'invalid_input',
  )
})

test('with a reason, which is logged, this admin reads this room for one hour', async () => {
  const opened = await openRead()
  const { app, admin, mia, id, store, readBy } = opened
  await app.clock.set(app.clock.now())
  const { id: elsewhere } = await store('delivered')
  await sendMessage(app, mia, elsewhere)
  const until = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  expect((await stateReason(app, admin, id)).json()).toEqual({ until })
  expect(await readBy(admin)).toEqual(done)
  expect(await roomOf(app, admin, id)).toMatchObject({ readAs: 'reason', readUntil: until })
  expect(await logOf(app)).toEqual([
    {
      action: 'read_messages',
      subject_id: id,
      note: 'A party asked us to look.',
      reason: null,
    },
  ])
  expect(codeOf(await listMessages(app, admin, elsewhere))).toBe('not_found')
  expect(await readBy(await createAdmin(app))).toEqual(hidden)
  // They read, and write nothing.
  expect(codeOf(await sendMessage(app, admin, id))).toBe('not_found')
  await app.clock.move({ hours: 1, seconds: -1 })
  expect(await readBy(admin)).toEqual(done)
  await app.clock.move({ seconds: 1 })
  expect(await readBy(admin)).toEqual(hidden)
})

test.each(['disputed', 'frozen'] as const)(
  'while a commission is %s every admin reads its room, which is logged once an hour',
  async (how) => {
    const opened = await openRead()
    const { app, admin, id, readBy } = opened
    await app.clock.set(app.clock.now())
    const freeze = { frozen_at: app.clock.now(), frozen_by: 'admin', freeze_reason: 'Odd' } as const
    if (how === 'disputed') await storeDispute(app, id)
    else await app.db.updateTable('commissions').set(freeze).where('id', '=', id).execute()
    expect(await roomOf(app, admin, id)).toMatchObject({ readAs: 'judge' })
    expect(await logOf(app)).toEqual([])
    expect([await readBy(admin), await readBy(admin)]).toEqual([done, done])
    const entry = {
      action: 'read_messages',
      subject_id: id,
      note: 'Read the room.',
      reason: null,
    }
    expect(await logOf(app)).toEqual([entry])
    await app.clock.move({ hours: 1 })
    await readBy(admin)
    expect(await logOf(app)).toEqual([entry, entry])
    // Once the dispute is decided, its admin may not read on.
    await app.db
      .updateTable('commission_disputes')
      .set({ status: 'resolved', outcome: 'ended', resolved_at: app.clock.now() })
      .execute()
    const thaw = { frozen_at: null, frozen_by: null, freeze_reason: null }
    await app.db.updateTable('commissions').set(thaw).where('id', '=', id).execute()
    expect(await readBy(admin)).toEqual(hidden)
  },
)

test('a party who is an admin reads as a party, and states no reason about the own room', async () => {
  const opened = await openRead()
  const { app, mia, tom, id, readBy } = opened
  await app.db
    .updateTable('users')
    .set({ role: 'admin', two_factor_enabled: true })
    .where('id', 'in', [mia.id, tom.id])
    .execute()
  for (const party of [mia, tom]) {
    expect(await readBy(party)).toEqual(done)
    expect(codeOf(await stateReason(app, party, id))).toBe('own_case')
  }
  expect(await logOf(app)).toEqual([])
})
