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
