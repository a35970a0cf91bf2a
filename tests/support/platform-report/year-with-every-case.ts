// The year 2030 of fourteen artists, with a case each that the platform report has to tell apart. Times are of London.

import { expect } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../access/admin-user.ts'
import { codeOf } from '../access/code-of.ts'
import { deliverTo, runJob } from '../commissions/paying.ts'
import { createCommissionArtist, storeDelivery } from '../commissions/stored-commission.ts'
import { checkCharge, decideDispute, openDispute } from '../money/bank-disputes.ts'
import { giveBack, lineOf } from '../money/giving-back.ts'
import { emptyAccount } from '../money/reversing.ts'
import {
  approveCommission,
  approvePart,
  giveCommissionUp,
  holdCommission,
  sellTracks,
} from '../sales/selling.ts'
import { provider } from '../shopping.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'

export const artistNames = [
  'Ana',
  'Ben',
  'Cleo',
  'Dan',
  'Eve',
  'Finn',
  'Gus',
  'Hal',
  'Ida',
  'Jo',
  'Kim',
  'Lea',
  'Moe',
  'Nia',
] as const
export type ArtistName = (typeof artistNames)[number]

export type Stage = {
  app: TestApp
  artists: Record<ArtistName, TestUser>
  customer: TestUser
  admin: TestUser
}

export async function openStage(app: TestApp): Promise<Stage> {
  const artists: Partial<Record<ArtistName, TestUser>> = {}
  for (const name of artistNames)
    artists[name] = await createCommissionArtist(app, { commission_places: 20 })
  const [customer, admin] = [await createUser(app), await createAdmin(app)]
  // All names of the list.
  return { app, artists: artists as Stage['artists'], customer, admin }
}

const usualCard = '4242424242424242'
/** Its money is available at once, so that it can be taken back. */
const quickCard = '4000000000000077'

/** Until the 12th of January 2031, with what happens then to the sales of 2030. */
export async function playYear(stage: Stage): Promise<void> {
  const { app } = stage
  const at = (moment: string) => app.clock.set(new Date(moment))

  await at('2029-12-10T12:00Z')
  const ofJo = await complete(stage, 'Jo')

  await at('2030-01-15T12:00Z')
  await sell(stage, 'Ana', 500)
  const backInItsQuarter = await sell(stage, 'Ana', 300)
  await at('2030-02-01T12:00Z')
  await takeBack(stage, backInItsQuarter, 350)
  await takeBack(stage, ofJo, 4420)
  // A free one is no sale, and has a processing fee.
  const [partly = ''] = await sellAll(stage, 'Kim', [500, 0])
  await takeBack(stage, partly, 570, '1.14')
  const many = Array.from({ length: 31 }, () => 8000)
  await sellAll(stage, 'Hal', many)

  await at('2030-03-30T12:00Z')
  const decidedLater = await hold(stage, 'Ana')
  await at('2030-04-02T12:00Z')
  await approveCommission(app, decidedLater)
  await at('2030-04-10T12:00Z')
  const backInALaterQuarter = await sell(stage, 'Ana', 700)
  const disputed = await sell(stage, 'Dan', 500, quickCard)
  await approvePart(app, stage.admin, { id: await hold(stage, 'Ida'), partPence: 1500 })
  const byHand = await sell(stage, 'Moe', 900)
  const neverPaid = await sell(stage, 'Lea', 600)
  await emptyAccount(app, stage.artists.Lea)
  await takeBack(stage, neverPaid, 680)
  await at('2030-06-25T12:00Z')
  const approvedByTime = await hold(stage, 'Nia')
  await storeDelivery(app, approvedByTime)
  await deliverTo(app, approvedByTime)
  await app.work()

  // Summer time: in London this is the first hour of July.
  await at('2030-06-30T23:30Z')
  await sell(stage, 'Ana', 500)
  await takeBack(stage, backInALaterQuarter, 790)
  await at('2030-07-20T12:00Z')
  const charge = await chargeOf(app, disputed)
  const dispute = await openDispute(app, charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  // None of these is a sale or goes back of one.
  await reverseByHand(stage, 'Moe', 300)
  await writeOff(stage, 'Lea')
  await runJob(app, 'apply_commission_deadlines')
  await at('2030-08-01T12:00Z')
  const ofBen = await complete(stage, 'Ben')
  const netted = await sell(stage, 'Eve', 500)
  await sell(stage, 'Cleo', 500)
  await giveCommissionUp(app, await hold(stage, 'Cleo'))
  await app.work()

  await at('2030-10-05T12:00Z')
  await takeBack(stage, ofBen, 4420)
  await emptyAccount(app, stage.artists.Eve)
  await takeBack(stage, netted, 570)
  await sell(stage, 'Eve', 700)
  await takeBack(stage, byHand, 1010)
  await at('2030-11-20T12:00Z')
  await complete(stage, 'Finn')
  await complete(stage, 'Gus')
  await at('2030-12-10T12:00Z')
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  await leave(stage)
  await at('2030-12-31T23:59:59Z')
  const backNextYear = await sell(stage, 'Ana', 900)

  await at('2031-01-05T12:00Z')
  await takeBack(stage, backNextYear, 1010)
  await at('2031-01-12T12:00Z')
}

/** Returns the id of the sale. */
async function sell(stage: Stage, name: ArtistName, pricePence: number, card = usualCard) {
  const [id = ''] = await sellAll(stage, name, [pricePence], card)
  return id
}

async function sellAll(
  { app, artists, customer }: Stage,
  name: ArtistName,
  prices: readonly number[],
  card = usualCard,
): Promise<string[]> {
  const tracks = prices.map((pricePence) => ({ artist: artists[name], pricePence }))
  const { trackIds } = await sellTracks(app, customer, tracks, card)
  await app.work()
  return Promise.all(trackIds.map((id) => lineOf(app, id)))
}

function hold({ app, artists, customer }: Stage, name: ArtistName): Promise<string> {
  return holdCommission(app, { customer, artist: artists[name] })
}

/** At £40.00. */
async function complete(stage: Stage, name: ArtistName): Promise<string> {
  const id = await hold(stage, name)
  await approveCommission(stage.app, id)
  await stage.app.work()
  return id
}

/** By default all of it. */
async function takeBack(
  { app, admin }: Stage,
  saleId: string,
  leftPence: number,
  amount = (leftPence / 100).toFixed(2),
): Promise<void> {
  expect(codeOf(await giveBack(app, admin, saleId, { amount, leftPence }))).toBe('done')
  await app.work()
}

/** In the provider's dashboard, of the artist's only transfer. */
async function reverseByHand({ app, artists }: Stage, name: ArtistName, amount: number) {
  const { provider_id: sent } = await app.db
    .selectFrom('transfers')
    .select('provider_id')
    .where('artist_id', '=', artists[name].id)
    .executeTakeFirstOrThrow()
  await provider(app).transfers.createReversal(sent ?? '', { amount })
  await addJob(app.db, 'check_transfer', { sentTransferId: sent ?? '' })
  await app.work()
}

/** The artist's only debt. */
async function writeOff({ app, artists, admin }: Stage, name: ArtistName): Promise<void> {
  const { id, amount_pence: pence } = await app.db
    .selectFrom('reversals')
    .select(['id', 'amount_pence'])
    .where('artist_id', '=', artists[name].id)
    .where('status', '=', 'refused')
    .executeTakeFirstOrThrow()
  const send = { decision: 'write_off', pence, reason: 'It was ours.', note: 'Seen.' }
  const decided = await app.call(`POST /api/proxy/admin/debts/${id}/decide`, { as: admin, send })
  expect(codeOf(decided)).toBe('done')
}

async function chargeOf({ db }: TestApp, saleId: string): Promise<string> {
  const { charge_id: charge } = await db
    .selectFrom('sales')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('charge_id')
    .where('sales.id', '=', saleId)
    .executeTakeFirstOrThrow()
  return charge ?? ''
}

/** Finn deletes the account, Gus is banned, Ida's account asks for something. */
async function leave({ app, artists, admin }: Stage): Promise<void> {
  const left = await app.call('POST /api/account/deletion', {
    as: artists.Finn,
    send: { password: 'sing it to me' },
  })
  expect(codeOf(left)).toBe('done')
  const banned = await app.call('POST /api/proxy/admin/ban-user', {
    as: admin,
    send: { artistId: artists.Gus.id, reason: 'Copied recordings.' },
  })
  expect(codeOf(banned)).toBe('done')
  await app.db
    .updateTable('payment_accounts')
    .set({ todo: JSON.stringify(['Your tax number', 'Your address']) })
    .where('user_id', '=', artists.Ida.id)
    .execute()
}
