// How long the statements of many artists take, and what a sale takes meanwhile.

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../src/server/db/client.ts'
import { noFailpoints } from '../src/server/clock-and-failpoints/failpoints.ts'
import { bookPayment } from '../src/server/ledger/ledger.ts'
import { makeStatements } from '../src/server/statements/statement-making.ts'
import { withCatalogueApp, type CatalogueApp } from './measuring/catalogue-app.ts'
import { print, printVerdict } from './measuring/verdicts.ts'
import { fillMonth } from './statements/fill-month.ts'

const usualArtists = 10_000
const salesOfEach = 50
const goalMs = 20 * 60_000
/** Of what a sale takes when nothing else happens. */
const maxSlowdown = 2
const idleSales = 400
/** Between two sales: many more than there will be. */
const pauseMs = 20

/** STATEMENTS_COUNT: another number of artists. */
export async function benchStatements(): Promise<void> {
  const artists = Number(process.env['STATEMENTS_COUNT'] ?? usualArtists)
  await withCatalogueApp({ name: 'statements', keptIn: undefined }, (app) =>
    benchFilled(app, artists),
  )
}

async function benchFilled(app: CatalogueApp, artists: number): Promise<void> {
  const now = new Date()
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const first = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
  const { bookings } = await fillMonth(app.slowDb, { artists, salesOfEach, month: first })
  console.log(`${artists} artists with ${salesOfEach} sales each: ${bookings} bookings of ${first}`)
  const idle = await sellWhile(app.db, sellTimes(idleSales))

  const startedAt = performance.now()
  const madeAt = new Date(Date.UTC(year, month, 2, 5, 40))
  const deps = {
    db: app.db,
    clock: { now: () => madeAt },
    failpoints: noFailpoints,
    publicUrl: app.url,
    seller: { name: 'Undersong', address: ['1 Green Lane'], vatNumber: null },
  }
  const { signal } = new AbortController()
  const making = makeStatements(deps, { log: app.log, signal })
  const busy = await sellWhile(app.db, untilDone(making))
  await making
  const ms = performance.now() - startedAt
  printVerdict(ms < goalMs, `${artists} statements`, ms, goalMs)
  await printMade(app.db, { artists })
  const [before, during] = [percentile99(idle), percentile99(busy)]
  print(during < maxSlowdown * before, [
    'a sale, the slowest of a hundred'.padEnd(38),
    `idle ${before.toFixed(1)} ms of ${idle.length}`,
    `meanwhile ${during.toFixed(1)} ms of ${busy.length}`,
    `goal ${maxSlowdown} times`,
  ])
}

async function printMade(db: Db, { artists }: { artists: number }): Promise<void> {
  const { rows } = await sql<{ made: number; emails: number; problems: number }>`
    select
      (select count(*)::int from statements where line_count = ${2 * salesOfEach}) as made,
      (select count(*)::int from mails) as emails,
      (select count(*)::int from statement_problems()) as problems
  `.execute(db)
  const [found] = rows
  print(found?.made === artists && found.emails === artists && found.problems === 0, [
    `${found?.made} statements, ${found?.emails} emails, ${found?.problems} problems`,
  ])
}

/** Whether to go on. */
type Until = () => boolean

function sellTimes(count: number): Until {
  let left = count
  return () => left-- > 0
}

function untilDone(work: Promise<unknown>): Until {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  return () => !isDone
}

/** One after the other. Returns how long each took, in milliseconds. */
async function sellWhile(db: Db, isWanted: Until): Promise<number[]> {
  const times: number[] = []
  while (isWanted()) {
    const startedAt = performance.now()
    await db.transaction().execute(sell)
    times.push(performance.now() - startedAt)
    await setTimeout(pauseMs)
  }
  return times
}

/** What is written when a track is paid: its order, its payment, the ledger, what is owed to the artist. */
async function sell(tx: Db): Promise<void> {
  const [orderId, paymentId] = [randomUUID(), randomUUID()]
  const now = new Date()
  const { rows } = await sql<{ artist_id: string; customer_id: string }>`
    select artist.id as artist_id, buyer.id as customer_id
    from users as artist cross join users as buyer
    where artist.username = 'artist 1' and buyer.username = 'buyer'
  `.execute(tx)
  const [people] = rows
  if (!people) throw new Error('Nobody sells.')
  await sql`
    insert into orders (id, customer_id, status, total_pence, cart_hash, created_at)
    values (${orderId}, ${people.customer_id}, 'paid', 570, ${orderId}, ${now})
  `.execute(tx)
  await sql`
    insert into payments (id, subject_kind, subject_id, customer_id, amount_pence, status, expires_at, paid_at)
    values (${paymentId}, 'order', ${orderId}, ${people.customer_id}, 570, 'paid', ${now}, ${now})
  `.execute(tx)
  await sql`
    insert into transfers (id, payment_id, artist_id, amount_pence, due_at)
    values (gen_random_uuid(), ${paymentId}, ${people.artist_id}, 500, ${now})
  `.execute(tx)
  const balance = {
    id: `txn_${randomUUID()}`,
    type: 'charge',
    currency: 'gbp',
    amountPence: 570,
    feePence: 29,
    sourceId: null,
    description: null,
    createdAt: now,
    availableAt: now,
  }
  const owed = {
    transfers: [{ artistId: people.artist_id, pence: 500 }],
    refunds: [],
    heldPence: 0,
    platformFeePence: 50,
    processingFeePence: 20,
  }
  await bookPayment(tx, { paymentId, balance, owed }, now)
}

function percentile99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}
