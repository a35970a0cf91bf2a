import { expect, test } from 'vitest'
import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  createCommissionArtist,
  readStored,
  storeCommission,
  timelineOf,
} from '../../../tests/support/commissions/stored-commission.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { createUser, type TestUser } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

async function createFixture() {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const [mia, tom] = [
    await createUser(app),
    await createCommissionArtist(app, { commission_places: 5 }),
  ]
  const change = async (name: 'ban' | 'unban', { id: artistId }: TestUser) => {
    const send = { artistId, reason: 'Copied recordings.' }
    const done = await app.call(`POST /api/proxy/admin/${name}-user`, { as: admin, send })
    expect([name, done.statusCode]).toEqual([name, 200])
  }
  type Changes = Parameters<typeof storeCommission>[1]['changes']
  const store = (status: CommissionStatus, changes: Changes = {}) =>
    storeCommission(app, { customer: mia, artist: tom, status, changes })
  return { app, mia, tom, change, store }
}

const unpaid = ['pending_artist', 'requested'] as const
const held = ['accepted', 'in_progress', 'delivered'] as const
const settled = [
  'approved',
  'cron_pending',
  'completed',
  'cancelled',
  'rejected_by_artist',
] as const

test.each(['customer', 'artist'] as const)(
  'a ban of the %s cancels what is unpaid, freezes what is paid, and leaves what is settled (D-102)',
  async (party) => {
    const fixture = await createFixture()
    const { app, mia, tom, change, store } = fixture
    const rows = new Map<CommissionStatus, string>()
    for (const status of [...unpaid, ...held, ...settled])
      rows.set(status, (await store(status)).id)
    const other = await storeCommission(app, {
      customer: await createUser(app),
      artist: await createCommissionArtist(app),
      status: 'requested',
    })
    await change('ban', party === 'customer' ? mia : tom)
    const now: Record<string, unknown> = {}
    for (const [status, id] of rows) {
      const after = await readStored(app, id)
      const steps = (await timelineOf(app, id)).map(({ step }) => step)
      now[status] = [after.status, after.status_reason, after.frozen_by, ...steps]
    }
    const ended = ['cancelled', 'party_banned', null, 'banParty']
    const frozen = (status: string) => [status, null, 'ban', 'freeze']
    expect(now).toEqual({
      ...Object.fromEntries(unpaid.map((status) => [status, ended])),
      ...Object.fromEntries(held.map((status) => [status, frozen(status)])),
      ...Object.fromEntries(settled.map((status) => [status, [status, null, null]])),
      cancelled: ['cancelled', 'withdrawn', null],
    })
    expect((await readStored(app, other.id)).status).toBe('requested')
    const { open_commissions: open } = await app.db
      .selectFrom('artists')
      .select('open_commissions')
      .where('artist_id', '=', tom.id)
      .executeTakeFirstOrThrow()
    expect(open).toBe(held.length)
    const stays = party === 'customer' ? tom : mia
    const kinds = (await notificationsOf(app, stays)).notifications.map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual([
      'commission_cancelled',
      'commission_cancelled',
      ...held.map(() => 'commission_frozen'),
    ])
  },
)

test('while it is frozen nobody acts on a commission; lifting the ban lets it go on, and moves its deadlines by that time, but not the day on which money goes back', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, change, store } = fixture
  const [working, delivered] = [await store('in_progress'), await store('delivered')]
  await change('ban', tom)
  const shown = async (id: string) =>
    (await app.call(`GET /api/commissions/${id}`, { as: mia })).json<object>()
  expect(await shown(delivered.id)).toMatchObject({
    isFrozen: true,
    freezeReason: 'An account of this commission is suspended.',
    canDo: [],
  })
  const frozenAt = (await readStored(app, working.id)).frozen_at
  await app.clock.move({ days: 5 })
  await change('unban', tom)
  const [first, second] = [await readStored(app, working.id), await readStored(app, delivered.id)]
  const lifted = first.updated_at.getTime() - (frozenAt?.getTime() ?? 0)
  expect(lifted).toBeGreaterThanOrEqual(5 * 24 * 3_600_000)
  const later = (moment: Date | null) => new Date((moment?.getTime() ?? 0) + lifted)
  expect(first).toMatchObject({
    frozen_at: null,
    frozen_by: null,
    freeze_reason: null,
    due_at: later(working.due_at),
    overdue_at: later(working.overdue_at),
    end_at: later(working.end_at),
    hold_until: working.hold_until,
    remind_at: later(working.due_at),
  })
  expect(second.approve_at?.getTime()).toBeGreaterThan(delivered.approve_at?.getTime() ?? Infinity)
  expect((await timelineOf(app, working.id)).map(({ step }) => step)).toEqual(['freeze', 'thaw'])
  expect(await shown(delivered.id)).toMatchObject({ isFrozen: false, freezeReason: null })
  const sentences = (await notificationsOf(app, mia)).notifications.map(({ sentence }) => sentence)
  expect(sentences.toSorted()).toEqual([
    '“Skylark” goes on.',
    '“Skylark” goes on.',
    '“Skylark” is frozen.',
    '“Skylark” is frozen.',
  ])
})

test('with both parties banned a commission goes on when the second ban is lifted; what an admin has frozen stays frozen', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, change, store } = fixture
  const both = await store('in_progress')
  const byAdmin = await store('delivered', {
    frozen_at: app.clock.now(),
    frozen_by: 'admin',
    freeze_reason: 'We look.',
  })
  await change('ban', tom)
  await change('ban', mia)
  const isFrozen = async (id: string) => (await readStored(app, id)).frozen_at !== null
  await change('unban', tom)
  expect(await isFrozen(both.id)).toBe(true)
  await change('unban', mia)
  expect([await isFrozen(both.id), await isFrozen(byAdmin.id)]).toEqual([false, true])
  expect(await readStored(app, byAdmin.id)).toMatchObject({
    frozen_by: 'admin',
    freeze_reason: 'We look.',
  })
})

test('two bans that are lifted at the same moment let a commission go on', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, change, store } = fixture
  const { id } = await store('in_progress')
  for (let round = 0; round < 3; round++) {
    await change('ban', tom)
    await change('ban', mia)
    await Promise.all([change('unban', tom), change('unban', mia)])
    expect((await readStored(app, id)).frozen_at).toBeNull()
  }
})

test('an artist who is banned while a customer of another one frees that artist’s place', async () => {
  const fixture = await createFixture()
  const { app, tom, change } = fixture
  const ann = await createCommissionArtist(app, { commission_places: 1 })
  await storeCommission(app, { customer: tom, artist: ann, status: 'requested' })
  const isBooked = async () =>
    (await app.call(`GET /public/users/${ann.id}`)).json<{ isFullyBooked: boolean }>().isFullyBooked
  expect(await isBooked()).toBe(true)
  await change('ban', tom)
  expect(await isBooked()).toBe(false)
})
