// What a race begins with: a commission in a state in which two can act on it.

import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import { loseOpenPayment } from '../paying.ts'
import { storeDispute } from '../stored-commission.ts'
import type { RaceFixture, Prepared } from './race-fixture.ts'
import { approve, upload } from './race-sides.ts'

export type Prepare = (fixture: RaceFixture) => Promise<Prepared>

export const asked = async (fixture: RaceFixture): Promise<Prepared> => {
  const deadline = fixture.in({ minutes: 5 })
  const { id } = await fixture.store('pending_artist', { answer_by: deadline })
  return fixture.preparedOf(id, { deadline })
}

export const payable = async (fixture: RaceFixture): Promise<Prepared> => {
  const deadline = fixture.in({ minutes: 5 })
  const { id } = await fixture.store('requested', { pay_by: deadline })
  return fixture.preparedOf(id, { deadline, checkouts: [await fixture.checkOut(id)] })
}

/** As after a crash before the payment had its first session: both are paid. */
export const paidTwice = async (fixture: RaceFixture): Promise<Prepared> => {
  const { id } = await fixture.store('requested', {})
  const first = await fixture.checkOut(id)
  await loseOpenPayment(fixture.app, id)
  const second = await fixture.checkOut(id)
  for (const { url } of [first, second]) await fixture.payOn(url)
  return fixture.preparedOf(id, { checkouts: [first, second] })
}

export const inProgress = async (fixture: RaceFixture): Promise<Prepared> => {
  const id = await fixture.payFor()
  const deadline = fixture.in({ minutes: 5 })
  await fixture.change(id, { overdue_at: fixture.app.clock.now(), end_at: deadline })
  return fixture.preparedOf(id, { deadline })
}

/** Its preparation takes so long that others may act again. */
export const inPreparation = async (fixture: RaceFixture): Promise<Prepared> => {
  const { id } = await inProgress(fixture)
  // Later than the others of its race are prepared.
  const deadline = fixture.in({ minutes: 600 })
  await fixture.change(id, { end_at: deadline })
  await upload.act(fixture, await fixture.preparedOf(id))
  await fixture.reach(fixture.in({ minutes: commissionSpans.preparationMinutes }))
  return fixture.preparedOf(id, { deadline })
}

export const delivered = async (fixture: RaceFixture): Promise<Prepared> => {
  const id = await fixture.payForDelivery()
  const deadline = fixture.in({ minutes: 5 })
  await fixture.change(id, { approve_at: deadline })
  return fixture.preparedOf(id, { deadline })
}

export const exhausted = async (fixture: RaceFixture): Promise<Prepared> =>
  fixture.preparedOf(await fixture.payForDelivery({ max_revisions: 2, revision_count: 2 }))

export const disputed = async (fixture: RaceFixture): Promise<Prepared> => {
  const id = await fixture.payForDelivery()
  return fixture.preparedOf(id, { disputeId: await storeDispute(fixture.app, id) })
}

/** Of an artist of its own, who is banned or whose transfers are held. */
export const ofAnother =
  (prepare: Prepare): Prepare =>
  (fixture) =>
    fixture.withNewArtist(() => prepare(fixture))

export const approved = ofAnother(async (fixture) => {
  const id = await fixture.payForDelivery()
  await approve.act(fixture, await fixture.preparedOf(id))
  return fixture.preparedOf(id, { transferId: await fixture.transferOf(id) })
})
