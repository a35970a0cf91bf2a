// The hostile files against the intake of deliveries, in each way that a file can come.

import { expect, test } from 'vitest'
import {
  announceDelivery,
  recordingOf,
  sendDelivery,
  sendPart,
  sendWhole,
  storedKeys,
} from '../support/commissions/delivering.ts'
import { readStored, storeCommission } from '../support/commissions/stored-commission.ts'
import { createAttackApp } from './attack-app.ts'
import { hostileFiles } from './hostile-files.ts'
import { openListener } from './listener.ts'

test('a file that only pretends to be a recording is not delivered for a commission: nothing is stored, and the commission stays as it is', async () => {
  await using listener = await openListener()
  await using attack = await createAttackApp()
  const { testApp, people } = attack
  const parties = { customer: people.customer, artist: people.artist }
  const { id: commissionId } = await storeCommission(testApp, { ...parties, status: 'in_progress' })
  const before = await storedKeys(testApp)
  for (const [name, file] of Object.entries(hostileFiles(listener.url))) {
    const sent = { commissionId, file, fileName: `../../${name}.wav\u0000.html` }
    const response = await sendDelivery(testApp, people.artist, sent)
    expect(response.statusCode, `${name}: ${response.body}`).toBeLessThan(500)
    // The job checks files that look like audio at first.
    await testApp.work()
    expect([name, (await readStored(testApp, commissionId)).status]).toEqual([name, 'in_progress'])
  }
  const deliveries = await testApp.db
    .selectFrom('commission_deliveries')
    .select(['status', 'file_name'])
    .execute()
  expect(deliveries.filter(({ status }) => status !== 'refused')).toEqual([])
  expect(listener.requests).toEqual([])
  expect((await storedKeys(testApp)).toSorted()).toEqual(before.toSorted())
})

test.each(['recording', 'guide'] as const)(
  'nor is it in several requests, as the %s of a delivery',
  async (kind) => {
    await using listener = await openListener()
    await using attack = await createAttackApp()
    const { testApp, people } = attack
    const parties = { customer: people.customer, artist: people.artist }
    const { id: commissionId } = await storeCommission(testApp, {
      ...parties,
      status: 'in_progress',
    })
    const before = await storedKeys(testApp)
    for (const [name, file] of Object.entries(hostileFiles(listener.url))) {
      // As a sung guide it is a recording, however short or noisy.
      if (kind === 'guide' && /wav(OfNoise|Lie)/.test(name)) continue
      const sent = { commissionId, bytes: file.length }
      const announced = await announceDelivery(testApp, people.artist, {
        ...sent,
        ...(kind === 'guide' ? { kind } : {}),
      })
      expect(announced.statusCode, name).toBe(file.length === 0 ? 400 : 201)
      const path = String(announced.headers.location)
      const response = await sendPart(testApp, people.artist, { path, bytes: file })
      expect(response.statusCode, `${name}: ${response.body}`).toBeLessThan(500)
      const guide = path.split('/').at(-1)
      if (kind === 'guide' && response.statusCode === 204 && guide !== undefined)
        await sendWhole(testApp, people.artist, { commissionId, guide, file: recordingOf(46) })
      // The job checks files that look like audio at first.
      await testApp.work()
      const { status } = await readStored(testApp, commissionId)
      expect([name, status]).toEqual([name, 'in_progress'])
    }
    const stored = testApp.db.selectFrom('commission_deliveries').select('status')
    expect((await stored.execute()).filter(({ status }) => status !== 'refused')).toEqual([])
    expect(
      await testApp.db.selectFrom('uploads').selectAll().where('purpose', '<>', 'track').execute(),
    ).toEqual([])
    expect(listener.requests).toEqual([])
    expect((await storedKeys(testApp)).toSorted()).toEqual(before.toSorted())
  },
)
