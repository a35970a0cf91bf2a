// What a race begins with: a commission in a state in which two can act on it.

import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import { loseOpenPayment } from '../paying.ts'
import { storeDispute } from '../stored-commission.ts'
import type { RaceShop, Scene } from './race-shop.ts'
import { approve, upload } from './race-sides.ts'

export type Prepare = (shop: RaceShop) => Promise<Scene>

export const asked = async (shop: RaceShop): Promise<Scene> => {
  const deadline = shop.in({ minutes: 5 })
  const { id } = await shop.store('pending_artist', { answer_by: deadline })
  return shop.sceneOf(id, { deadline })
}

export const payable = async (shop: RaceShop): Promise<Scene> => {
  const deadline = shop.in({ minutes: 5 })
  const { id } = await shop.store('requested', { pay_by: deadline })
  return shop.sceneOf(id, { deadline, checkouts: [await shop.checkOut(id)] })
}

/** As after a crash before the payment had its first session: both are paid. */
export const paidTwice = async (shop: RaceShop): Promise<Scene> => {
  const { id } = await shop.store('requested', {})
  const first = await shop.checkOut(id)
  await loseOpenPayment(shop.app, id)
  const second = await shop.checkOut(id)
  for (const { url } of [first, second]) await shop.payOn(url)
  return shop.sceneOf(id, { checkouts: [first, second] })
}

export const inProgress = async (shop: RaceShop): Promise<Scene> => {
  const id = await shop.payFor()
  const deadline = shop.in({ minutes: 5 })
  await shop.change(id, { overdue_at: shop.app.clock.now(), end_at: deadline })
  return shop.sceneOf(id, { deadline })
}

/** Its preparation takes so long that others may act again. */
export const inPreparation = async (shop: RaceShop): Promise<Scene> => {
  const { id } = await inProgress(shop)
  // Later than the others of its race are prepared.
  const deadline = shop.in({ minutes: 600 })
  await shop.change(id, { end_at: deadline })
  await upload.act(shop, await shop.sceneOf(id))
  await shop.reach(shop.in({ minutes: commissionSpans.preparationMinutes }))
  return shop.sceneOf(id, { deadline })
}

export const delivered = async (shop: RaceShop): Promise<Scene> => {
  const id = await shop.payForDelivery()
  const deadline = shop.in({ minutes: 5 })
  await shop.change(id, { approve_at: deadline })
  return shop.sceneOf(id, { deadline })
}

export const exhausted = async (shop: RaceShop): Promise<Scene> =>
  shop.sceneOf(await shop.payForDelivery({ max_revisions: 2, revision_count: 2 }))

export const disputed = async (shop: RaceShop): Promise<Scene> => {
  const id = await shop.payForDelivery()
  return shop.sceneOf(id, { disputeId: await storeDispute(shop.app, id) })
}

/** Of an artist of its own, who is banned or whose transfers are held. */
export const ofAnother =
  (scene: Prepare): Prepare =>
  (shop) =>
    shop.withNewArtist(() => scene(shop))

export const approved = ofAnother(async (shop) => {
  const id = await shop.payForDelivery()
  await approve.act(shop, await shop.sceneOf(id))
  return shop.sceneOf(id, { transferId: await shop.transferOf(id) })
})
