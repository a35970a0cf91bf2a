// A commission's money with a card provider whose requests fail and whose events come often, late and out of order.

import { expect, test } from 'vitest'
import { judgingFixture } from '../../../tests/support/commissions/judging.ts'
import { askToPay, deliverTo, runJob } from '../../../tests/support/commissions/paying.ts'
import { readStored, storeDelivery } from '../../../tests/support/commissions/stored-commission.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { openDisorder } from '../../../tests/support/money/disorder.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { pay } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

type Fixture = Awaited<ReturnType<typeof judgingFixture>>
type Unruly = Awaited<ReturnType<typeof openDisorder>>

/** Some events, all due work, and the reconciliation; the pauses before further attempts are over. */
async function goOn({ app }: Fixture, provider: Unruly) {
  await provider.deliver()
  await app.clock.move({ minutes: 1 })
  await app.letTimePass()
  await runJob(app, 'reconcile_payments')
}

/** Presses "Pay" until the page opens, and pays. */
async function payCommission(fixture: Fixture, id: string) {
  for (let press = 0; press < 20; press++) {
    const response = await askToPay(fixture.app, fixture.mia, id)
    if (response.statusCode === 200) return pay(response.json<{ sessionUrl: string }>().sessionUrl)
    expect(response.json()).toMatchObject({ code: 'checkout_unavailable' })
  }
  throw new Error('The payment page did not open.')
}

async function untilPaid(fixture: Fixture, provider: Unruly, id: string) {
  for (let round = 0; round < 20; round++) {
    if ((await readStored(fixture.app, id)).status === 'in_progress') return
    await goOn(fixture, provider)
  }
  throw new Error('The payment was not recorded.')
}

/** One of five requests fails. */
test.each([1, 2, 3].map((seed) => ({ seed, faultPercent: 20 })))(
  'every paid commission is transferred or given back once, whatever fails and arrives twice (seed $seed)',
  async (options) => {
    const fixture = await judgingFixture(await emptyApp())
    const { app, tom } = fixture
    const [kept, given] = [await fixture.store('requested'), await fixture.store('requested')]
    const provider = await openDisorder(app, options)
    for (const { id } of [kept, given]) {
      await payCommission(fixture, id)
      await untilPaid(fixture, provider, id)
    }
    await storeDelivery(app, kept.id)
    await deliverTo(app, kept.id)
    expect((await fixture.approve(kept.id)).statusCode).toBe(200)
    const send = { reason: 'I am ill.' }
    const gaveUp = await app.call(`POST /api/commissions/${given.id}/give-up`, { as: tom, send })
    expect(gaveUp.statusCode).toBe(200)
    for (let round = 0; round < 4; round++) await goOn(fixture, provider)

    await provider.calm()
    // After the longest pause before a further attempt.
    await app.clock.move({ hours: 25 })
    for (let round = 0; round < 2; round++) await goOn(fixture, provider)
    expect(await moneyProblems(app)).toEqual([])
    await app.clock.move({ minutes: 11 })
    expect(await compareWithProvider(app)).toEqual([])
    expect((await readStored(app, kept.id)).status).toBe('completed')
    const transfers = await app.db
      .selectFrom('transfers')
      .select(['status', 'amount_pence'])
      .execute()
    expect(transfers).toEqual([{ status: 'sent', amount_pence: 4000 }])
    const refunds = await app.db.selectFrom('refunds').select(['status', 'amount_pence']).execute()
    expect(refunds).toEqual([{ status: 'sent', amount_pence: 4420 }])
  },
)
