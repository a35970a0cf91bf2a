import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { untilWaitingForLocks } from '../../../tests/support/lock-waiters.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { areTransfersStopped } from '#server/payments/found-problems.ts'
import { book } from './ledger.ts'

async function closeDays(app: TestApp): Promise<void> {
  await addJob(app.db, 'close_ledger_days', {})
  await app.work()
}

function bookAt(app: TestApp, at: string): Promise<unknown> {
  const entries = [
    { account: 'account_fees' as const, pence: 7 },
    { account: 'losses' as const, pence: -7 },
  ]
  return app.db
    .transaction()
    .execute((tx) =>
      book(tx, { fact: `test:${randomUUID()}`, paymentId: null, entries }, new Date(at)),
    )
}

type Day = { day: string; transactions: number; hash: string }

async function daysOf(app: TestApp): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select day::text, transactions, encode(hash, 'hex') as hash from ledger_days order by day
  `.execute(app.db)
  return rows
}

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** The same again, from the rows as they are. */
async function hashesOf(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ day: string; line: unknown[] }>`
    select
      (booked_at at time zone 'UTC')::date::text as day,
      json_build_array(
        id, fact, payment_id, to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
        (select json_agg(json_build_array(account, artist_id, amount_pence) order by id)
          from ledger_entries where transaction_id = ledger_transactions.id)
      ) as line
    from ledger_transactions order by id
  `.execute(app.db)
  let previous = Buffer.alloc(0)
  return (await daysOf(app)).map(({ day }) => {
    let ofDay = Buffer.alloc(0)
    for (const { line } of rows.filter((row) => row.day === day))
      ofDay = sha256(ofDay, Buffer.from(spaced(line)))
    previous = sha256(previous, ofDay)
    return previous.toString('hex')
  })
}

/** As PostgreSQL writes a JSON array. */
const spaced = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(spaced).join(', ')}]` : JSON.stringify(value)

const year = new Date().getUTCFullYear() + 1
const on = (day: number, time = '12:00:00Z') => `${year}-03-0${day}T${time}`

test('each ended day is closed once, also one without a transaction, and hashed onto the day before', async () => {
  await using app = await createTestApp()
  await app.clock.set(new Date(on(1)))
  await closeDays(app)
  expect(await daysOf(app)).toEqual([])
  await bookAt(app, on(1, '00:00:00Z'))
  await bookAt(app, on(1, '23:59:59.999Z'))
  await bookAt(app, on(3, '00:00:00Z'))
  await app.clock.set(new Date(on(4, '00:00:01Z')))
  await closeDays(app)
  const days = await daysOf(app)
  expect(days.map(({ day, transactions }) => [day.slice(5), transactions])).toEqual([
    ['03-01', 2],
    ['03-02', 0],
    ['03-03', 1],
  ])
  expect(days.map(({ hash }) => hash)).toEqual(await hashesOf(app))
  await closeDays(app)
  expect(await daysOf(app)).toEqual(days)

  await expect(bookAt(app, on(3, '23:59:59Z'))).rejects.toThrow(/the ledger is closed for/)
  await bookAt(app, on(4, '00:00:00Z'))
  const change = sql`update ledger_days set transactions = 3`.execute(app.db)
  await expect(change).rejects.toThrow(/append-only/)
})

test('a day is closed after what is being booked for it', async () => {
  await using app = await createTestApp()
  await app.clock.set(new Date(on(2)))
  await bookAt(app, on(1))
  const tx = await app.db.startTransaction().execute()
  const posting = {
    fact: 'test:late',
    paymentId: null,
    entries: [
      { account: 'losses' as const, pence: 1 },
      { account: 'vat' as const, pence: -1 },
    ],
  }
  await book(tx, posting, new Date(on(1)))
  const closing = closeDays(app)
  await untilWaitingForLocks(app, 1)
  await tx.commit().execute()
  await closing
  expect(await daysOf(app)).toMatchObject([{ transactions: 2 }])
  expect(await hashesOf(app)).toEqual((await daysOf(app)).map(({ hash }) => hash))
})

/** Whoever can write to the database and takes the triggers away. */
const planted = {
  'an amount': sql`update ledger_entries set amount_pence = amount_pence * 2`,
  'an account': sql`update ledger_entries set account = 'vat' where account = 'losses'`,
  'a time': sql`update ledger_transactions set booked_at = booked_at + interval '1 microsecond'`,
  'a fact': sql`update ledger_transactions set fact = fact || '?'`,
  'the day itself': sql`update ledger_days set hash = sha256('')`,
}

test.each(Object.entries(planted))(
  'a planted change of %s in a closed day is found, stops all transfers, and is told the admins',
  async (_what, change) => {
    await using app = await createTestApp()
    const admin = await createAdmin(app)
    await app.clock.set(new Date(on(2)))
    await bookAt(app, on(1))
    await closeDays(app)
    const kinds = async () => (await app.call('GET /readyz')).json().impaired
    expect(await kinds()).toBeUndefined()

    for (const table of ['ledger_transactions', 'ledger_entries', 'ledger_days'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(app.db)
    await change.execute(app.db)
    await closeDays(app)
    expect(await kinds()).toEqual(['ledger_changed'])
    expect(await areTransfersStopped(app.db, randomUUID())).toBe(true)
    const { notifications } = await notificationsOf(app, admin)
    expect(notifications.map(({ addition }) => addition)).toEqual([
      expect.stringContaining(`ledger_changed ${on(1).slice(0, 10)}`),
    ])
  },
)
