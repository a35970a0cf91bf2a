import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { frozenSince, judgingFixture } from '../../../../tests/support/commissions/judging.ts'
import { readStored, timelineOf } from '../../../../tests/support/commissions/stored-commission.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { recordPlayed } from '../deliveries/played-deliveries.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const dayMs = 24 * 3_600_000

async function createFixture() {
  const fixture = await judgingFixture(await emptyApp())
  const { app, admin } = fixture
  return {
    ...fixture,
    ban: (artistId: string) =>
      app.call('POST /api/proxy/admin/ban-user', {
        as: admin,
        send: { artistId, reason: 'Copied recordings.' },
      }),
    unban: (artistId: string) =>
      app.call('POST /api/proxy/admin/unban-user', {
        as: admin,
        send: { artistId, reason: 'A mistake.' },
      }),
  }
}

test('an admin freezes a commission, and lets it go on with deadlines that have moved: both are told why, and the log has it', async () => {
  const fixture = await createFixture()
  const { app, mia, tom, storeDelivered, freeze, unfreeze, approve, actions } = fixture
  const { id, approve_at: approveAt } = await storeDelivered()
  expect((await freeze(id)).json()).toMatchObject({
    status: 'delivered',
    isFrozen: true,
    freezeReason: 'We have listened.',
  })
  expect(await readStored(app, id)).toMatchObject({ frozen_by: 'admin', remind_at: null })
  expect(codeOf(await approve(id))).toBe('commission_frozen')
  expect(codeOf(await freeze(id))).toBe('commission_frozen')
  await app.clock.move({ days: 3 })
  expect((await unfreeze(id)).json()).toMatchObject({ isFrozen: false, freezeReason: null })
  const movedMs =
    ((await readStored(app, id)).approve_at?.getTime() ?? 0) - (approveAt?.getTime() ?? 0)
  expect(movedMs).toBeGreaterThanOrEqual(3 * dayMs)
  expect(movedMs).toBeLessThan(3 * dayMs + 3_600_000)
  expect((await timelineOf(app, id)).map(({ step, actor }) => [step, actor])).toEqual([
    ['freeze', 'admin'],
    ['thaw', 'admin'],
  ])
  const words = { reason: 'We have listened.', note: 'Both are reasonable.', subject_id: id }
  expect(await actions()).toMatchObject([
    { action: 'freeze_commission', ...words },
    { action: 'unfreeze_commission', ...words },
  ])
  for (const as of [mia, tom]) {
    const { notifications } = await notificationsOf(app, as)
    expect(notifications.map(({ sentence, addition }) => [sentence, addition])).toEqual([
      [
        '“Skylark” goes on.',
        'Deadlines that stood still have moved by that time. The reason: We have listened.',
      ],
      ['“Skylark” is frozen.', 'The reason: We have listened.'],
    ])
  }
  expect(codeOf(await unfreeze(id))).toBe('not_frozen')
  expect(codeOf(await approve(id))).toBe('done')
})

test('only what is paid and not approved can be frozen', async () => {
  const fixture = await createFixture()
  const { app, store, freeze, actions } = fixture
  for (const status of ['accepted', 'in_progress', 'delivered'] as const)
    expect([status, codeOf(await freeze((await store(status)).id))]).toEqual([status, 'done'])
  for (const status of [
    'pending_artist',
    'requested',
    'approved',
    'cron_pending',
    'completed',
    'cancelled',
    'rejected_by_artist',
  ] as const) {
    const before = await store(status)
    expect([status, codeOf(await freeze(before.id))]).toEqual([status, 'not_freezable'])
    expect(await readStored(app, before.id)).toEqual(before)
  }
  expect(codeOf(await freeze(randomUUID()))).toBe('not_found')
  expect(await actions()).toHaveLength(3)
})

test('what is frozen because of a suspension goes on when that is lifted, not before', async () => {
  const fixture = await createFixture()
  const { app, tom, store, freeze, unfreeze, ban, unban } = fixture
  const [byBan, byAdmin] = [await store('in_progress'), await store('in_progress')]
  await freeze(byAdmin.id)
  await ban(tom.id)
  for (const { id } of [byBan, byAdmin]) expect(codeOf(await unfreeze(id))).toBe('frozen_by_ban')
  await unban(tom.id)
  expect((await readStored(app, byBan.id)).frozen_at).toBeNull()
  expect((await readStored(app, byAdmin.id)).frozen_by).toBe('admin')
  expect(codeOf(await unfreeze(byAdmin.id))).toBe('done')
})

test('an admin lets a commission go on that a late request for changes has frozen', async () => {
  const fixture = await createFixture()
  const { app, store, unfreeze } = fixture
  const { id } = await store('in_progress', frozenSince(app.clock.now(), 'late_change'))
  expect(codeOf(await unfreeze(id))).toBe('done')
  expect(codeOf(await unfreeze(randomUUID()))).toBe('not_found')
})

test.each([
  ['in_progress', 81, 'commission_too_late'],
  ['in_progress', 79, 'done'],
  ['delivered', 84.5, 'commission_too_late'],
  ['delivered', 83, 'done'],
] as const)(
  'a commission that is %s on day %d is let go on only where it would not end at once: %s',
  async (status, day, code) => {
    const fixture = await createFixture()
    const { app, store, unfreeze } = fixture
    const paidAt = app.clock.now()
    const on = (count: number) => new Date(paidAt.getTime() + count * 24 * 3_600_000)
    const deadlines = { paid_at: paidAt, end_at: on(80), approve_at: on(84), hold_until: on(85) }
    const { id } = await store(status, { ...deadlines, ...frozenSince(on(day), 'late_change') })
    await app.clock.set(on(day + 0.1))
    expect(codeOf(await unfreeze(id))).toBe(code)
    expect((await readStored(app, id)).frozen_at === null).toBe(code === 'done')
  },
)

test('the log names the commission, and a suspended party by its reason; both texts are required where somebody is told', async () => {
  const fixture = await createFixture()
  const { app, admin, store, freeze } = fixture
  const { id } = await store('in_progress', { name: 'Ae Fond Kiss' })
  const send = { note: 'Only a note.' }
  const refused = await app.call(`POST /api/proxy/admin/commissions/${id}/freeze`, {
    as: admin,
    send,
  })
  expect(codeOf(refused)).toBe('invalid_input')
  await freeze(id)
  const log = await app.call('GET /api/proxy/admin/audit-log', { as: admin })
  expect(log.json()).toMatchObject({
    actions: [
      {
        action: 'freeze_commission',
        subject: { kind: 'commission', id, name: 'Ae Fond Kiss' },
        reason: 'We have listened.',
      },
    ],
  })
})

test('an admin’s playing of a delivery is logged once an hour, for each admin and each delivery', async () => {
  const fixture = await createFixture()
  const { app, admin, actions } = fixture
  const [commissionId, deliveryId, otherId] = [randomUUID(), randomUUID(), randomUUID()]
  const play = (id: string, adminId = admin.id) =>
    recordPlayed(app.db, { adminId, commissionId, deliveryId: id }, app.clock.now())
  await play(deliveryId)
  await play(deliveryId)
  await play(otherId)
  await play(deliveryId, randomUUID())
  expect(await actions()).toEqual(
    [deliveryId, otherId, deliveryId].map((id) => ({
      action: 'play_delivery',
      subject_kind: 'commission',
      subject_id: commissionId,
      reason: null,
      note: 'Played the whole recording.',
      details: { deliveryId: id },
    })),
  )
  await app.clock.move({ hours: 1, seconds: 1 })
  await play(deliveryId)
  expect(await actions()).toHaveLength(4)
})
