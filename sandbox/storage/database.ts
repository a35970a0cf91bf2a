// The sandbox's own storage: SQLite, in a file or in memory.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Kind } from './stored-kinds.ts'

/** Compiles each statement once: that takes longer than most of them need to run. */
class StatementsCompiledOnce extends DatabaseSync {
  readonly #compiled = new Map<string, StatementSync>()

  override prepare(text: string): StatementSync {
    const known = this.#compiled.get(text)
    if (known) return known
    const statement = super.prepare(text)
    this.#compiled.set(text, statement)
    return statement
  }

  override close(): void {
    this.#compiled.clear()
    super.close()
  }
}

/**
 * @param durable every commit waits until it is on the disk
 * @throws Error when another process uses the folder.
 */
export function openDatabase(dataDir: string, durable: boolean): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = new StatementsCompiledOnce(join(dataDir, 'sandbox.sqlite'))
  // Exclusive: two sandboxes on one folder would both deliver every event.
  db.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'};
    ${schema}
  `)
  addMissingColumns(db)
  addMissingCourses(db)
  return db
}

/** Upgrades a folder of a former version without losing data. */
function addMissingColumns(db: DatabaseSync): void {
  const columns = db.prepare("SELECT name FROM pragma_table_info('idempotency_keys')").all()
  if (columns.some(({ name }) => name === 'request_id')) return
  db.exec("ALTER TABLE idempotency_keys ADD COLUMN request_id TEXT NOT NULL DEFAULT ''")
}

/** Payouts of a former version, which were only on their way until they arrived. */
function addMissingCourses(db: DatabaseSync): void {
  db.exec(`
    INSERT INTO objects (id, kind, owner, created, body)
      SELECT 'course_of_' || id, 'payout.course', 'platform', created,
        json_object('id', 'course_of_' || id, 'payout', id, 'step', 'arrive',
          'movesAt', json_extract(body, '$.arrival_date'))
      FROM objects AS payouts
      WHERE kind = 'payout' AND json_extract(body, '$.status') = 'pending' AND NOT EXISTS (
        SELECT 1 FROM objects WHERE kind = 'payout.course' AND id = 'course_of_' || payouts.id)
  `)
}

/** Its data is lost when it is closed. */
export function openDatabaseInMemory(): DatabaseSync {
  const db = new StatementsCompiledOnce(':memory:')
  db.exec(schema)
  return db
}

/**
 * The properties by which lists of a kind are filtered. Each has an index in the order of the lists, so that a page of a
 * million objects is read without a scan or a sort.
 */
const listedBy: Partial<Record<Kind, string[]>> = {
  balance_transaction: ['source', 'type'],
  charge: ['payment_intent', 'transfer_group'],
  'checkout.session': ['payment_intent'],
  dispute: ['charge', 'payment_intent'],
  event: ['type'],
  'radar.early_fraud_warning': ['charge', 'payment_intent'],
  refund: ['charge', 'payment_intent'],
  transfer: ['destination', 'source_transaction', 'transfer_group'],
  transfer_reversal: ['transfer'],
}

function listIndexes(): string {
  const former = ['by_kind', 'by_transfer_group', 'by_source', 'by_payment']
  const filtered = Object.entries(listedBy).flatMap(([kind, properties]) =>
    properties.map(
      (property) =>
        `CREATE INDEX IF NOT EXISTS "listed_${kind}_by_${property}"
           ON objects (owner, json_extract(body, '$.${property}'), created, seq)
           WHERE kind = '${kind}';`,
    ),
  )
  return [
    ...former.map((name) => `DROP INDEX IF EXISTS objects_${name};`),
    'CREATE INDEX IF NOT EXISTS listed_objects ON objects (kind, owner, created, seq);',
    ...filtered,
  ].join('\n')
}

const schema = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    owner TEXT NOT NULL,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
${listIndexes()}
  CREATE INDEX IF NOT EXISTS open_sessions
    ON objects (json_extract(body, '$.expires_at'))
    WHERE kind = 'checkout.session' AND json_extract(body, '$.status') = 'open';
  CREATE INDEX IF NOT EXISTS balances
    ON objects (owner, json_extract(body, '$.available_on'), json_extract(body, '$.net'))
    WHERE kind = 'balance_transaction';
  CREATE INDEX IF NOT EXISTS pending_money
    ON objects (json_extract(body, '$.available_on'))
    WHERE kind = 'balance_transaction' AND json_extract(body, '$.status') = 'pending';
  CREATE INDEX IF NOT EXISTS pending_money_of_owner
    ON objects (owner, json_extract(body, '$.available_on'), json_extract(body, '$.net'))
    WHERE kind = 'balance_transaction' AND json_extract(body, '$.status') = 'pending';
  DROP INDEX IF EXISTS payouts_on_the_way;
  CREATE INDEX IF NOT EXISTS payouts_by_time ON objects (created) WHERE kind = 'payout';
  CREATE INDEX IF NOT EXISTS payouts_to_move
    ON objects (json_extract(body, '$.movesAt'))
    WHERE kind = 'payout.course' AND json_extract(body, '$.movesAt') IS NOT NULL;
  CREATE INDEX IF NOT EXISTS unfunded_refunds
    ON objects (seq)
    WHERE kind = 'refund' AND json_extract(body, '$.pending_reason') = 'insufficient_funds';
  CREATE INDEX IF NOT EXISTS charges_to_decide
    ON objects (created)
    WHERE kind = 'charge' AND json_extract(body, '$.status') = 'pending';
  CREATE INDEX IF NOT EXISTS disputes_to_decide
    ON objects (json_extract(body, '$.decidesAt'))
    WHERE kind = 'dispute.course' AND json_extract(body, '$.decidesAt') IS NOT NULL;
  CREATE TABLE IF NOT EXISTS idempotency_keys (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    created INTEGER NOT NULL,
    request_id TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX IF NOT EXISTS keys_by_age ON idempotency_keys (created);
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    first_due_ms INTEGER NOT NULL,
    due_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_by_due ON deliveries (due_ms, seq);
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS settled_balances (
    owner TEXT PRIMARY KEY,
    pence INTEGER NOT NULL,
    negative_since INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS negative_balances
    ON settled_balances (owner) WHERE negative_since IS NOT NULL;
  INSERT INTO settled_balances (owner, pence, negative_since)
    SELECT owner, sum(json_extract(body, '$.net')),
      CASE WHEN sum(json_extract(body, '$.net')) < 0 THEN max(created) END
    FROM objects WHERE kind = 'balance_transaction' AND json_extract(body, '$.status') = 'available'
      AND NOT EXISTS (SELECT 1 FROM settled_balances)
    GROUP BY owner;
  CREATE TABLE IF NOT EXISTS payout_contents (
    transaction_seq INTEGER PRIMARY KEY,
    payout TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS contents_by_payout ON payout_contents (payout, transaction_seq);
`

/** All or nothing; on the disk when this returns, if the database is durable. */
export function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  return bracket(db, work, { begin: 'BEGIN IMMEDIATE', commit: 'COMMIT', undo: 'ROLLBACK' })
}

/** Rolls back only its own changes when `work` throws; the surrounding transaction stays usable. */
export function inSavepoint<Result>(db: DatabaseSync, work: () => Result): Result {
  return bracket(db, work, {
    begin: 'SAVEPOINT attempt',
    commit: 'RELEASE attempt',
    undo: 'ROLLBACK TO attempt; RELEASE attempt',
  })
}

function bracket<Result>(
  db: DatabaseSync,
  work: () => Result,
  sql: { begin: string; commit: string; undo: string },
): Result {
  db.exec(sql.begin)
  try {
    const result = work()
    db.exec(sql.commit)
    return result
  } catch (error) {
    db.exec(sql.undo)
    throw error
  }
}
