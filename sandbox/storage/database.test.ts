import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createClock } from './clock.ts'
import { inSavepoint, inTransaction, openDatabase } from './database.ts'
import { readSetting, writeSetting } from './settings.ts'

function openTestDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-database-'))
  const db = openDatabase(folder, true)
  const close = () => {
    db.close()
    rmSync(folder, { recursive: true })
  }
  return { db, folder, [Symbol.dispose]: close }
}

function fail(): never {
  throw new Error('no')
}

test('a failed savepoint undoes its own changes and no others', () => {
  using storage = openTestDatabase()
  const { db } = storage
  inTransaction(db, () => {
    writeSetting(db, 'before', 'stored')
    expect(() =>
      inSavepoint(db, () => {
        writeSetting(db, 'attempt', 'lost')
        fail()
      }),
    ).toThrow('no')
    writeSetting(db, 'after', 'stored')
  })
  const values = ['before', 'attempt', 'after'].map((name) => readSetting(db, name))
  expect(values).toEqual(['stored', undefined, 'stored'])
})

test('a failed transaction stores nothing', () => {
  using storage = openTestDatabase()
  const { db } = storage
  expect(() =>
    inTransaction(db, () => {
      writeSetting(db, 'change', 'lost')
      fail()
    }),
  ).toThrow('no')
  expect(readSetting(db, 'change')).toBeUndefined()
})

test('a folder is used by one sandbox at a time', () => {
  using storage = openTestDatabase()
  writeSetting(storage.db, 'owner', 'first')
  expect(() => openDatabase(storage.folder, true)).toThrow('database is locked')
})

test('the clock stays ahead after a restart', () => {
  using storage = openTestDatabase()
  createClock(storage.db).advance(3600)
  const leadMs = createClock(storage.db).nowMs() - Date.now()
  expect(Math.round(leadMs / 1000)).toBe(3600)
})

test('a folder of a former version is opened without losing its keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-database-'))
  const former = openDatabase(folder, false)
  former.exec(`
    ALTER TABLE idempotency_keys DROP COLUMN request_id;
    INSERT INTO idempotency_keys VALUES ('k', 'f', 200, '{}', 1);
  `)
  former.close()
  const db = openDatabase(folder, false)
  const stored = db.prepare('SELECT key, request_id FROM idempotency_keys').all()
  db.close()
  rmSync(folder, { recursive: true })
  expect(stored).toEqual([expect.objectContaining({ key: 'k', request_id: '' })])
})

test('a folder of a former version is opened with its balances and its payouts on their way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-database-'))
  const former = openDatabase(folder, false)
  const insert = former.prepare(
    'INSERT INTO objects (id, kind, owner, created, body) VALUES (?, ?, ?, 1, ?)',
  )
  const put = (kind: string, owner: string, object: { id: string }) =>
    insert.run(object.id, kind, owner, JSON.stringify(object))
  const balances: [owner: string, net: number, status: string][] = [
    ['platform', 900, 'available'],
    ['platform', -200, 'available'],
    ['platform', 50, 'pending'],
    ['acct_1', -30, 'available'],
  ]
  for (const [position, [owner, net, status]] of balances.entries()) {
    put('balance_transaction', owner, Object.assign({ id: `txn_${position}` }, { net, status }))
  }
  const payout = { id: 'po_1', status: 'pending', arrival_date: 7 }
  put('payout', 'acct_1', payout)
  former.close()
  const db = openDatabase(folder, false)
  const settled = db.prepare('SELECT * FROM settled_balances ORDER BY owner').all()
  const course = db.prepare("SELECT body FROM objects WHERE kind = 'payout.course'").all()
  db.close()
  openDatabase(folder, false).close()
  rmSync(folder, { recursive: true })
  expect(settled).toEqual([
    expect.objectContaining({ owner: 'acct_1', pence: -30, negative_since: 1 }),
    expect.objectContaining({ owner: 'platform', pence: 700, negative_since: null }),
  ])
  expect(course.map(({ body }) => JSON.parse(String(body)))).toEqual([
    { id: 'course_of_po_1', payout: 'po_1', step: 'arrive', movesAt: 7 },
  ])
})
