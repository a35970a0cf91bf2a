// The crashes of what is taken back of an artist's share: of a completed commission that an admin gives back, and of what
// new transfers pay of a debt.

import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Action } from '#server/clock-and-failpoints/failpoints.ts'
import { provider } from '../../shopping.ts'
import { deliverTo } from '../paying.ts'
import { approve } from '../races/race-sides.ts'
import type { Scene } from '../races/race-shop.ts'
import { storeDelivery } from '../stored-commission.ts'
import { giveBack, retryPayouts, type CrashAct } from './crash-acts.ts'
import type { Crash, CrashEnd } from './crash.ts'
import { completed, type CrashScene } from './crash-scenes.ts'
import type { CrashShop } from './crash-shop.ts'

export type ReversalAction = Extract<Action, `reversal.${string}` | 'transfer.net'>

/** Its money is available at once. */
const settledCard = '4000000000000077'

/** What became of each reversal of the commission's transfer. */
export async function reversalsOf({ app }: CrashShop, { id }: Scene): Promise<string[]> {
  const rows = await app.db
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'reversals.transfer_id')
    .innerJoin('payments', 'payments.id', 'transfers.payment_id')
    .select('reversals.status')
    .where('payments.subject_id', '=', id)
    .execute()
  return rows.map(({ status }) => status)
}

/** The next reversal is refused for the moment. */
const failingReversal: CrashScene = async (shop) => {
  const scene = await completed(shop)
  await shop.app.sandbox.control('POST faults', { next: '429', path: '/reversals' })
  return scene
}

/** It has failed once, so long ago that the provider may have forgotten the key. */
const failedReversal: CrashScene = async (shop) => {
  const scene = await failingReversal(shop)
  await giveBack(shop, scene)
  const tried = () =>
    shop.app.db
      .selectFrom('reversals')
      .select(['attempts', 'last_problem'])
      .where('status', '=', 'waiting')
      .executeTakeFirst()
  const anyProblem: unknown = expect.any(String)
  await expect.poll(tried).toMatchObject({ attempts: 1, last_problem: anyProblem })
  await sql`
    update reversals set key_used_at = now() - interval '25 hours' where status = 'waiting'
  `.execute(shop.app.db)
  return shop.sceneOf(scene.id)
}

/** Its artist has been sent the share, and has it at the bank. */
const emptied: CrashScene = async (shop) => {
  const { app } = shop
  const id = await shop.payFor({}, settledCard)
  await storeDelivery(app, id)
  await deliverTo(app, id)
  const scene = await shop.sceneOf(id)
  await approve.act(shop, scene)
  await expect.poll(() => shop.owedOf(id, 'transfers')).toMatchObject({ status: 'sent' })
  const { provider_account_id: account } = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', scene.artist.id)
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST payout', { account })
  return shop.sceneOf(id)
}

/** The artist owes as much as the next commission brings, which is delivered. */
const indebted: CrashScene = async (shop) => {
  const scene = await emptied(shop)
  await giveBack(shop, scene)
  await expect.poll(() => reversalsOf(shop, scene)).toEqual(['refused'])
  return shop.sceneOf(await shop.payForDelivery())
}

/** The operator has taken back a part of the share in the provider's dashboard. */
const reversedByHand: CrashScene = async (shop) => {
  const scene = await completed(shop)
  await provider(shop.app).transfers.createReversal(await sentTransferOf(shop, scene), {
    amount: 1000,
  })
  return scene
}

async function sentTransferOf(shop: CrashShop, { id }: Scene): Promise<string> {
  const { provider_id: sent } = await shop.owedOf(id, 'transfers')
  return sent ?? ''
}

/** An event of the transfer arrives. */
const checkTransfer: CrashAct = async (shop, scene) => {
  await shop.queue('check_transfer', { sentTransferId: await sentTransferOf(shop, scene) })
}

const giveBackAndRetry: CrashAct = async (shop, scene) => {
  await giveBack(shop, scene)
  await retryPayouts(shop, scene)
}

const takenBack = {
  status: 'completed',
  steps: [],
  transfers: [4000],
  refunds: [4420],
  isTakenBack: true,
  reversals: ['sent'],
} as const satisfies CrashEnd

const adopted: Crash = {
  scene: reversedByHand,
  act: checkTransfer,
  end: { status: 'completed', steps: [], transfers: [4000], reversals: ['sent'] },
}
const reversed: Crash = { scene: completed, act: giveBack, end: takenBack }

// A debt of one scene would be paid by the transfers of the next.
export const reversalCrashes: Record<ReversalAction, Crash> = {
  'reversal.claim': reversed,
  'reversal.send': reversed,
  'reversal.record': reversed,
  'reversal.retry': { scene: failingReversal, act: giveBackAndRetry, end: takenBack },
  'reversal.find': { scene: failedReversal, act: retryPayouts, end: takenBack },
  'reversal.list': adopted,
  'reversal.adopt': adopted,
  'reversal.refuse': {
    scene: inNewPlace(emptied),
    act: giveBack,
    end: { ...takenBack, reversals: ['refused'] },
  },
  'transfer.net': {
    scene: inNewPlace(indebted),
    act: approve.act,
    end: { status: 'completed', steps: ['approve', 'complete'], transfers: [4000] },
  },
}

/** Of an artist of its own. */
function inNewPlace(scene: CrashScene): CrashScene {
  return (shop) => shop.withNewArtist(() => scene(shop))
}
