// How long an admin waits for any list of money, and an artist for sales, with a million payments.

import { sql } from 'kysely'
import { chooseFrom, seededRandom, type Random } from '../demo/music/score/random.ts'
import { listBankDisputes } from '../src/contracts/admin/bank-disputes.ts'
import { listDebts } from '../src/contracts/admin/debts.ts'
import { listArtistMargins } from '../src/contracts/admin/margins.ts'
import { listUnexplained } from '../src/contracts/admin/money.ts'
import { getTransfer, listUnsentTransfers } from '../src/contracts/admin/owed-money.ts'
import { getPayment, listPayments } from '../src/contracts/admin/payments.ts'
import { getPlatformBalance } from '../src/contracts/admin/platform-balance.ts'
import {
  getReconciledDay,
  listDifferences,
  listReconciledDays,
} from '../src/contracts/admin/reconciliation.ts'
import { listRefundRequests } from '../src/contracts/admin/refund-requests.ts'
import { listUnmadeRefunds } from '../src/contracts/admin/refund-requests.ts'
import { getSalesSummary, listSales } from '../src/contracts/sales.ts'
import { receiptNumber } from '../src/rules/orders/receipt-number.ts'
import type { Db } from '../src/server/db/client.ts'
import { logInUsers } from './measuring/create-customers.ts'
import { withCatalogueApp, type CatalogueApp } from './measuring/catalogue-app.ts'
import { openConnection, type QueryClass } from './measuring/measure-class.ts'
import { printClasses } from './measuring/print-classes.ts'
import { warmUp } from './measuring/warm-up.ts'
import { fillMoney } from './money/fill-money.ts'
import { fillSales } from './sales/fill-sales.ts'

const usualCount = 1_000_000
const goalMs = 15
const requests = 200

/** PAYMENTS_COUNT: another number. `-- money-lists FOLDER`: the data stays there for the next run. */
export async function benchMoneyLists(): Promise<void> {
  const count = Number(process.env['PAYMENTS_COUNT'] ?? usualCount)
  await withCatalogueApp({ name: 'money-lists', keptIn: process.argv[3] }, (app) =>
    benchFilled(app, count),
  )
}

async function benchFilled(app: CatalogueApp, count: number): Promise<void> {
  if (!(await findArtist(app.slowDb))) await fillSales(app.slowDb, count / 2)
  const { rows: receipts } = await sql`select from receipts limit 1`.execute(app.slowDb)
  if (receipts.length === 0) await fillMoney(app.slowDb)
  await warmUp(app.slowDb)
  const [artist, admin] = [await findArtist(app.slowDb), await createAdmin(app.slowDb)]
  if (!artist) throw new Error('Nothing was filled.')
  // Of a run before.
  await app.slowDb.deleteFrom('credentials').where('user_id', '=', artist.id).execute()
  const users = [admin, artist]
  const logged = await logInUsers(app.slowDb, app.url, users)
  // The second factor counts from then on.
  await sql`update users set two_factor_enabled = true where id = ${admin.id}`.execute(app.slowDb)
  const cookies = new Map(users.map(({ id }, at) => [id, logged[at] ?? '']))
  const found = await findSome(app.slowDb)
  console.log(`${count} payments: ms over HTTP, one connection, warm; CPU is PostgreSQL's`)
  const connection = openConnection(app.url, cookies)
  const random = seededRandom(count)
  await printClasses({ db: app.slowDb, connection }, [
    ...adminClasses(admin.id, found, random),
    ...artistClasses(artist.id),
  ])
  connection.close()
}

/** Of half of the payments. */
function findArtist(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('username', '=', 'artist 0')
    .executeTakeFirst()
}

/** Each run has its own. */
async function createAdmin(db: Db): Promise<{ id: string; email: string }> {
  const name = `admin${Date.now()}`
  return db
    .insertInto('users')
    .values({ email: `${name}@example.com`, username: name, role: 'admin' })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
}

type Found = {
  payment: string
  order: string
  charge: string
  receipt: number
  email: string
  transfer: string
  sent: string | null
  day: string
}

/** Any payments, with what names each. */
async function findSome(db: Db): Promise<[Found, ...Found[]]> {
  const { rows } = await sql<Found>`
    select payments.id as payment, subject_id as order, charge_id as charge, serial as receipt, users.email,
      transfers.id as transfer, provider_id as sent, (payments.paid_at at time zone 'UTC')::date::text as day
    from payments tablesample system (1) repeatable (1)
    join receipts on receipts.payment_id = payments.id
    join transfers on transfers.payment_id = payments.id
    join users on users.id = payments.customer_id
    limit 2000
  `.execute(db)
  const [first, ...others] = rows
  if (!first) throw new Error('Nothing was filled.')
  return [first, ...others]
}

function adminClasses(adminId: string, found: [Found, ...Found[]], random: Random): QueryClass[] {
  const of = (name: string, path: (one: Found) => string): QueryClass => ({
    name,
    goalMs,
    paths: Array.from({ length: requests }, () => `${path(chooseFrom(found, random))}#${adminId}`),
  })
  const page = (last: number) => `page=${1 + Math.floor(random() * last)}`
  const orders = (query: string) => `${listPayments.path}?query=${encodeURIComponent(query)}`
  return [
    of('orders: any page of the latest', () => `${listPayments.path}?${page(200)}`),
    of('orders: by receipt', ({ receipt }) => orders(receiptNumber(receipt))),
    of('orders: by email, any page', ({ email }) => `${orders(email)}&${page(20)}`),
    of('orders: by one of our ids', (one) =>
      orders(chooseFrom([one.payment, one.order, one.transfer], random)),
    ),
    of('orders: by an id of the provider', (one) =>
      orders(chooseFrom([one.charge, `txn_${one.charge}`, one.sent ?? one.charge], random)),
    ),
    of('one order', ({ payment }) => getPayment.path.replace('{id}', payment)),
    of('transfers: any page', () => `${listUnsentTransfers.path}?${page(200)}`),
    of('one transfer', ({ transfer }) => getTransfer.path.replace('{id}', transfer)),
    of('refunds: any page', () => `${listUnmadeRefunds.path}?${page(12)}`),
    of('requests for refunds: any page', () => `${listRefundRequests.path}?${page(10)}`),
    of('bank disputes: any page', () => `${listBankDisputes.path}?${page(80)}`),
    of('debts: any page', () => `${listDebts.path}?${page(40)}`),
    of('money: the balance', () => getPlatformBalance.path),
    of('money: unexplained', () => listUnexplained.path),
    of('money: what artists bring', () => listArtistMargins.path),
    of('reconciliation: any page of days', () => `${listReconciledDays.path}?${page(20)}`),
    of('reconciliation: a day', ({ day }) => getReconciledDay.path.replace('{day}', day)),
    of('reconciliation: differences', () => `${listDifferences.path}?${page(10)}`),
  ]
}

function artistClasses(artistId: string): QueryClass[] {
  const of = (name: string, path: string): QueryClass => ({
    name,
    goalMs,
    paths: Array.from({ length: requests }, () => `${path}#${artistId}`),
  })
  return [
    of('an artist of half of them: sums', getSalesSummary.path),
    of('the newest sales', listSales.path),
  ]
}
