// Deliveries whose preparation has to wait: for the queue, for the worker, or for the end of a freeze.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import {
  announceDelivery,
  studioIn,
  sendDelivery,
  storedKeys,
} from '../../../../tests/support/commissions/delivering.ts'
import { readStored } from '../../../../tests/support/commissions/stored-commission.ts'
import { told } from '../../../../tests/support/commissions/waiting.ts'
import { rescheduleJobs } from '../../../../tests/support/queued-jobs.ts'
import type { TestApp, TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const dayMs = 24 * 3_600_000

/** They ask for another recording. */
const toldOfRefusals = async (app: TestApp, as: TestUser) =>
  (await told(app, as)).filter((kind) => kind === 'commission_delivery_refused')

test('a late preparation lets others act again, but no second delivery arrive beside it', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store, read } = studio
  const { id: commissionId } = await store('in_progress')
  await sendDelivery(app, tom, { commissionId })
  await app.clock.move({ minutes: 10 })
  const again = [
    await sendDelivery(app, tom, { commissionId }),
    await announceDelivery(app, tom, { commissionId, bytes: 100 }),
  ]
  expect(again.map(({ statusCode }) => statusCode)).toEqual([409, 409])
  expect(again.map(codeOf)).toEqual(['delivery_in_preparation', 'delivery_in_preparation'])
  expect(await read(commissionId, tom)).toMatchObject({ canDo: ['deliver', 'giveUp'] })
  expect(await storedKeys(app)).toHaveLength(1)
})

test('a delivery that has only waited is delivered after ten minutes, if its commission has gone on', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store, read } = studio
  const [{ id }, ended] = [await store('in_progress'), await store('in_progress')]
  for (const commissionId of [id, ended.id]) await sendDelivery(app, tom, { commissionId })
  const { updated_at: arrivedAt } = await readStored(app, id)
  await rescheduleJobs(app.db, sql`run_at => now() + interval '1 hour'`)
  await app.clock.move({ minutes: 10 })
  await app.pool.query(`select graphile_worker.add_job('tidy_deliveries')`)
  await app.work()
  for (const commissionId of [id, ended.id])
    expect(await read(commissionId, tom)).toMatchObject({ deliveries: [{ state: 'preparing' }] })
  const send = { reason: 'My hand hurts.' }
  await app.call(`POST /api/commissions/${ended.id}/give-up`, { as: tom, send })

  await rescheduleJobs(app.db, sql`run_at => now()`)
  await app.work()
  expect(await read(id)).toMatchObject({ status: 'delivered', deliveries: [{ state: 'ready' }] })
  expect((await readStored(app, id)).delivered_at).toEqual(arrivedAt)
  const reason = refusalMessage('commission_moved')
  expect(await read(ended.id, tom)).toMatchObject({
    status: 'cancelled',
    deliveries: [{ state: 'refused', reason }],
  })
  expect(await toldOfRefusals(app, tom)).toEqual([])
  // The recording and the preview of the first one.
  expect(await storedKeys(app)).toHaveLength(2)
})

test('what arrived before a freeze is delivered when the commission goes on, with all the days to answer', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store, read } = studio
  const admin = await createAdmin(app)
  const { id: commissionId } = await store('in_progress')
  await sendDelivery(app, tom, { commissionId })
  const change = (name: 'ban' | 'unban') =>
    app.call(`POST /api/proxy/admin/${name}-user`, { as: admin, send: { artistId: mia.id } })
  await change('ban')
  await app.work()
  await app.clock.move({ days: 20 })
  await app.pool.query(`select graphile_worker.add_job('tidy_deliveries')`)
  await app.work()
  expect(await read(commissionId, tom)).toMatchObject({
    status: 'in_progress',
    isFrozen: true,
    deliveries: [{ state: 'preparing' }],
  })

  await change('unban')
  const { updated_at: thawedAt } = await readStored(app, commissionId)
  await app.work()
  expect(await read(commissionId, tom)).toMatchObject({
    status: 'delivered',
    deliveries: [{ state: 'ready' }],
  })
  expect(await readStored(app, commissionId)).toMatchObject({
    delivered_at: thawedAt,
    approve_at: new Date(thawedAt.getTime() + 14 * dayMs),
  })
})

test('what arrived before a freeze is dropped with its files when the commission ends in it', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store, read } = studio
  const { id: commissionId } = await store('in_progress')
  await sendDelivery(app, tom, { commissionId })
  const frozen = { frozen_by: 'admin', freeze_reason: 'Let us see.' } as const
  await app.db
    .updateTable('commissions')
    .set({ frozen_at: app.clock.now(), ...frozen, hold_until: app.clock.now() })
    .where('id', '=', commissionId)
    .execute()
  await app.work()
  await app.pool.query(`select graphile_worker.add_job('apply_commission_deadlines')`)
  await app.work()
  await app.pool.query(`select graphile_worker.add_job('tidy_deliveries')`)
  await app.work()
  expect(await read(commissionId, tom)).toMatchObject({
    status: 'cancelled',
    deliveries: [{ state: 'refused', reason: refusalMessage('commission_moved') }],
  })
  expect(await toldOfRefusals(app, tom)).toEqual([])
  expect(await storedKeys(app)).toEqual([])
})
