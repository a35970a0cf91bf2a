// A customer comes back from the provider's page, and the provider's event is late or lost.

import { expect, test, vi } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { createAccepted, openPayment } from '../../../tests/support/commissions/paying.ts'
import { readStored } from '../../../tests/support/commissions/stored-commission.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { pay } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const laterCard = '4000000000001091'

const look = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call(`GET /api/commissions/${id}`, { as })).json()

async function createOpen(app: TestApp) {
  const accepted = await createAccepted(app)
  return { ...accepted, ...(await openPayment(app, accepted.mia, accepted.id)) }
}

test('a customer who returns from the payment finds the commission paid, though its event was lost', async () => {
  const app = await emptyApp()
  const { mia, id, url } = await createOpen(app)
  await pay(url)
  expect(await look(app, mia, id)).toMatchObject({
    status: 'in_progress',
    money: { heldPence: 4420 },
    receiptNumber: 'UND-000001',
  })
  expect(await moneyProblems(app)).toEqual([])
})

test('a payment that the provider has yet to confirm is found as well', async () => {
  const app = await emptyApp()
  const { mia, id, url, sessionId } = await createOpen(app)
  await pay(url, laterCard)
  expect(await look(app, mia, id)).toMatchObject({ status: 'accepted' })
  await app.sandbox.control('POST payment', { session: sessionId, outcome: 'succeeded' })
  await app.clock.move({ seconds: 2 })
  expect(await look(app, mia, id)).toMatchObject({ status: 'in_progress' })
  expect(await moneyProblems(app)).toEqual([])
})

test('the provider is asked for the customer alone, only while the commission is unpaid, and at most every two seconds', async () => {
  const app = await emptyApp()
  await app.clock.set(app.clock.now())
  const { mia, tom, id, url } = await createOpen(app)
  const admin = await createAdmin(app)
  const asked = vi.spyOn(app.payments, 'findCheckout')
  await look(app, tom, id)
  await look(app, admin, id)
  expect(asked).toHaveBeenCalledTimes(0)
  await look(app, mia, id)
  await look(app, mia, id)
  expect(asked).toHaveBeenCalledTimes(1)
  await app.clock.move({ seconds: 2 })
  await pay(url)
  expect(await look(app, mia, id)).toMatchObject({ status: 'in_progress' })
  await app.clock.move({ minutes: 1 })
  await look(app, mia, id)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a commission is shown as it was while the provider does not respond', async () => {
  const app = await emptyApp()
  const { mia, id, url } = await createOpen(app)
  await pay(url)
  const asked = vi
    .spyOn(app.payments, 'findCheckout')
    .mockRejectedValue(new PaymentUnknown('no answer'))
  expect(await look(app, mia, id)).toMatchObject({ id, status: 'requested' })
  asked.mockRestore()
  expect(await readStored(app, id)).toMatchObject({ status: 'requested' })
  await app.clock.move({ seconds: 2 })
  expect(await look(app, mia, id)).toMatchObject({ status: 'in_progress' })
})
