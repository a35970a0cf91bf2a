// A settlement meets another one, an attempt, or a wake: exactly one of them wins.

import { expect, test } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { createOwed, kinds, rowOf, settle } from '../../../tests/support/money/settling.ts'
import { ledgerOf } from '../../../tests/support/shopping.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

test.each(kinds)('of two admins who settle a %s at once exactly one does', async (kind) => {
  await using app = await createTestApp()
  const owed = await createOwed(app, kind)
  const other = await createAdmin(app, { name: 'other admin' })
  const codes = await Promise.all(
    [owed.admin, other].map(async (admin) => codeOf(await settle(app, kind, { ...owed, admin }))),
  )
  expect(codes.toSorted()).toEqual(['done', 'not_owed'])
  expect((await ledgerOf(app))['paid_outside']).toBe(kind === 'refund' ? -4420 : -4000)
})

test.each(kinds)(
  'a %s whose attempt is running, or has no answer yet, is not settled before ten minutes are over',
  async (kind) => {
    await using app = await createTestApp()
    const owed = await createOwed(app, kind)
    owed.send.mockImplementation(async () => {
      expect(codeOf(await settle(app, kind, owed))).toBe('attempt_in_progress')
      throw new PaymentUnknown('no answer')
    })
    await app.letTimePass()
    await app.work()
    expect(owed.send).toHaveBeenCalledTimes(2)
    expect(codeOf(await settle(app, kind, owed))).toBe('attempt_in_progress')
    await app.clock.move({ minutes: 11 })
    expect(codeOf(await settle(app, kind, owed))).toBe('done')
  },
)

test.each(kinds)(
  'of an attempt and the settlement of a %s that meet after the provider was asked, the attempt wins',
  async (kind) => {
    await using app = await createTestApp()
    const owed = await createOwed(app, kind)
    owed.send.mockRestore()
    await app.letTimePass()
    const paused = app.failpoints.arm('after settle.find', 'pause')
    const settling = settle(app, kind, owed)
    await paused
    await app.work()
    expect(await rowOf(app, kind)).toMatchObject({ status: 'sent' })
    app.failpoints.disarm('after settle.find')
    expect(codeOf(await settling)).toBe('not_owed')
    expect(await moneyProblems(app)).toEqual([])
  },
)

test.each(kinds)(
  'an attempt at a %s that is claimed while the settlement commits waits for it, and sends nothing',
  async (kind) => {
    await using app = await createTestApp()
    const owed = await createOwed(app, kind)
    owed.send.mockClear()
    await app.letTimePass()
    const paused = app.failpoints.arm('before settle.commit', 'pause')
    const settling = settle(app, kind, owed)
    await paused
    const working = app.work()
    app.failpoints.disarm('before settle.commit')
    expect(codeOf(await settling)).toBe('done')
    await working
    expect(owed.send).not.toHaveBeenCalled()
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('of a wake and the settlement of a blocked transfer that meet, the wake wins, and a settled one is not woken', async () => {
  await using app = await createTestApp()
  const owed = await createOwed(app, 'transfer')
  const setBlocked = () =>
    app.db.updateTable('transfers').set({ status: 'blocked', last_problem: 'held' }).execute()
  const hold = (step: 'hold' | 'release') =>
    app.call(`POST /api/proxy/admin/users/${owed.tom.id}/${step}-transfers`, {
      as: owed.admin,
      send: { note: 'A question' },
    })
  await hold('hold')
  await setBlocked()
  const paused = app.failpoints.arm('after settle.find', 'pause')
  const settling = settle(app, 'transfer', owed)
  await paused
  await hold('release')
  app.failpoints.disarm('after settle.find')
  expect(codeOf(await settling)).toBe('attempt_in_progress')
  await hold('hold')
  await setBlocked()
  expect(codeOf(await settle(app, 'transfer', owed))).toBe('done')
  await hold('release')
  expect(await rowOf(app, 'transfer')).toMatchObject({ status: 'settled' })
})
