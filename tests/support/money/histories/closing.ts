// The end of a random history: nothing goes wrong any more, time moves on until all work is done, the admins do what waits
// for a person, and the day is closed. Events that were lost stay lost.

import { failpointNames } from '#server/clock-and-failpoints/failpoints.ts'
import { decide } from './buying-acts.ts'
import { call, type Market } from './market.ts'
import { setBank } from './provider-acts.ts'
import { passHours, passNight } from './time-acts.ts'

const maxRounds = 12
/** After so many hours every movement is booked, and a payment that was begun is paid or not. */
const hoursOfRound = 7

/** After so many a bank has sent back what it sends back. */
const returnDays = 3
/** Two weeks: then a reversal that the provider refuses is the artist's debt. */
const refusedDays = 15

export async function closeTheDay(market: Market): Promise<void> {
  await calm(market)
  for (let round = 0; round < maxRounds; round++) {
    await passHours(market, hoursOfRound)
    if (round > 1 && !(await isWorkLeft(market))) break
  }
  for (let day = 0; day < refusedDays && (await isReversalRefused(market)); day++)
    await passHours(market, 24)
  for (const artist of [0, 1, null]) await setBank(market, { artist, bank: 'works' })
  await passNight(market)
  await clearDesk(market)
  for (let day = 0; day < returnDays; day++) await passNight(market)
  // What the night has booked is available by then.
  await passHours(market, 1)
}

async function calm(market: Market): Promise<void> {
  const { app } = market
  for (const name of failpointNames) app.failpoints.disarm(name)
  const unmet = (await app.sandbox.control('POST faults', { next: null })) as { cleared: number }
  market.faults -= unmet.cleared
  for (const takeBack of market.unplan) takeBack()
  await app.sandbox.control('POST topup', { pence: 100_000 })
  for (const artist of [0, 1]) {
    await decide(market, { do: 'unban', artist })
    await decide(market, { do: 'release', artist })
  }
}

async function isWorkLeft({ app }: Market): Promise<boolean> {
  const waiting = await Promise.all(
    (['refunds', 'reversals', 'transfers', 'platform_payouts'] as const).map((table) =>
      app.db.selectFrom(table).select('id').where('status', '=', 'waiting').execute(),
    ),
  )
  return waiting.flat().length > 0
}

/** One of a transfer that was reversed by hand, for example. */
async function isReversalRefused({ app }: Market): Promise<boolean> {
  const refused = await app.db
    .selectFrom('reversals')
    .select('id')
    .where('status', '=', 'waiting')
    .where('refusals', '>', 0)
    .executeTakeFirst()
  return refused !== undefined
}

/**
 * What only a person can do: refunds that nothing sends any more are paid in another way; money that was moved by hand at the
 * provider is explained, and so are movements of an unknown kind.
 */
async function clearDesk(market: Market): Promise<void> {
  const { app, admin } = market
  const byHand = await app.db
    .selectFrom('reconciliation_differences')
    .select(['id', 'subject'])
    .where('status', '=', 'open')
    .where('kind', 'in', ['refund_without_row', 'reversal_without_row'])
    .execute()
  for (const { id, subject } of byHand) await settleByHand(market, id, subject)
  const failed = await app.db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'failed')
    .execute()
  for (const { id } of failed)
    await call(market, {
      route: `POST /api/proxy/admin/refunds/${id}/settle`,
      as: admin,
      send: { reference: 'FPS 28 NOV 0018', note: 'Paid to the account that was named.' },
    })
  const unexplained = await app.db
    .selectFrom('unexplained_transactions')
    .select('id')
    .where('explained_at', 'is', null)
    .execute()
  for (const { id } of unexplained)
    await call(market, {
      route: `POST /api/proxy/admin/unexplained/${id}/assign`,
      as: admin,
      send: { account: 'losses', note: 'Done by hand.' },
    })
}

type Made = { id: string; metadata: object | null }

/** Marked in the provider's dashboard, and ended here. What the app has made itself is never marked: the app has to know of it. */
async function settleByHand(market: Market, difference: string, id: string): Promise<void> {
  const { app, admin } = market
  const { objects } = (await app.sandbox.control('GET snapshot')) as {
    objects: Record<'refund' | 'transfer_reversal', Made[]>
  }
  const made = [...objects.refund, ...objects.transfer_reversal].find((one) => one.id === id)
  const isOurs = Object.keys(made?.metadata ?? {}).some((name) =>
    /^(refund|reversal)_id$/.test(name),
  )
  if (isOurs) return
  await app.sandbox.control('POST change', { id, settled: 'by hand' })
  await call(market, {
    route: `POST /api/proxy/admin/differences/${difference}/end`,
    as: admin,
    send: { status: 'mended', note: 'Marked there.' },
  })
}
