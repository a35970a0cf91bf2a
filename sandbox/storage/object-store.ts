// Stores the provider's objects as the API shows them, one JSON document each.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Kind, StoredKinds } from './stored-kinds.ts'

/** The owner of the platform's own objects; a connected account owns objects under its id. */
export const platform = 'platform'

export interface ObjectQuery {
  /** The platform when left out, everybody when null. */
  owner?: string | null
  /** Document property → the value, or one of the values, it must have. */
  where?: Record<string, string | number | string[] | undefined>
  created?: CreatedRange
  /** Of balance transactions: those that this payout takes to the bank. */
  payout?: string | undefined
  startingAfter?: string
  endingBefore?: string
  /** All when left out. */
  limit?: number
}

export interface CreatedRange {
  gt?: number
  gte?: number
  lt?: number
  lte?: number
  /** Older ones are not shown, whatever the client asks for. */
  since?: number | undefined
}

export interface ObjectPage<Stored> {
  data: Stored[]
  hasMore: boolean
}

export interface ObjectStore {
  insert: <K extends Kind>(kind: K, object: StoredKinds[K], place: Place) => StoredKinds[K]
  find: <K extends Kind>(kind: K, id: string, owner?: string) => StoredKinds[K] | undefined
  /** Any object of whatever kind, for `expand`. */
  findAny: (id: string, owner: string) => object | undefined
  update: <K extends Kind>(kind: K, object: StoredKinds[K]) => StoredKinds[K]
  /** Newest first; of those that were created in the same second, the last stored. */
  list: <K extends Kind>(kind: K, query: ObjectQuery) => ObjectPage<StoredKinds[K]>
}

interface Place {
  owner?: string
  /** Unix seconds of the sandbox's clock. */
  created: number
}

export function createObjectStore(db: DatabaseSync): ObjectStore {
  const insertRow = db.prepare(
    'INSERT INTO objects (id, kind, owner, created, body) VALUES (?, ?, ?, ?, ?)',
  )
  const updateRow = db.prepare('UPDATE objects SET body = ? WHERE id = ? AND kind = ?')
  const findRow = db.prepare(
    'SELECT body FROM objects WHERE id = ? AND kind = ? AND owner = coalesce(?, owner)',
  )
  const findAnyRow = db.prepare('SELECT body FROM objects WHERE id = ? AND owner = ?')

  return {
    insert(kind, object, place) {
      const owner = place.owner ?? platform
      insertRow.run(object.id, kind, owner, place.created, JSON.stringify(object))
      return object
    },
    find(kind, id, owner) {
      const row = findRow.get(id, kind, owner ?? null)
      if (!row) return undefined
      const object: StoredKinds[typeof kind] = JSON.parse(String(row['body']))
      return object
    },
    findAny(id, owner) {
      const row = findAnyRow.get(id, owner)
      if (!row) return undefined
      const object: object = JSON.parse(String(row['body']))
      return object
    },
    update(kind, object) {
      const { changes } = updateRow.run(JSON.stringify(object), object.id, kind)
      if (changes !== 1) throw new Error(`No ${kind} ${object.id} to update.`)
      return object
    },
    list(kind, query) {
      const { statement, values } = listStatement(kind, query)
      const backwards = query.endingBefore !== undefined
      const rows = db.prepare(statement).all(...values)
      const found: StoredKinds[typeof kind][] = rows.map((row) => JSON.parse(String(row['body'])))
      const data = found.slice(0, query.limit ?? found.length)
      return { data: backwards ? data.toReversed() : data, hasMore: found.length > data.length }
    },
  }
}

/** Exported for the test that looks at its plan. */
export function listStatement(
  kind: Kind,
  query: ObjectQuery,
): { statement: string; values: SQLInputValue[] } {
  const { conditions, values } = listConditions(kind, query)
  const order = query.endingBefore === undefined ? 'DESC' : 'ASC'
  // A payout contains few of the objects, so it comes first.
  const from =
    query.payout === undefined
      ? 'objects'
      : 'payout_contents CROSS JOIN objects ON seq = transaction_seq'
  return {
    statement: `SELECT body FROM ${from} WHERE ${conditions.join(' AND ')}
      ORDER BY created ${order}, seq ${order} LIMIT ?`,
    values: [...values, query.limit === undefined ? -1 : query.limit + 1],
  }
}

function listConditions(
  kind: Kind,
  query: ObjectQuery,
): { conditions: string[]; values: SQLInputValue[] } {
  const conditions = [`kind = '${kind}'`]
  const values: SQLInputValue[] = []
  const add = (condition: string, value: SQLInputValue | undefined) => {
    if (value === undefined) return
    conditions.push(condition)
    values.push(value)
  }
  if (query.owner !== null) add('owner = ?', query.owner ?? platform)
  add('payout = ?', query.payout)
  for (const [property, value] of Object.entries(query.where ?? {})) {
    if (Array.isArray(value) && value.length > 1) {
      conditions.push(`json_extract(body, '$.${property}') IN (${value.map(() => '?').join()})`)
      values.push(...value)
    } else {
      add(`json_extract(body, '$.${property}') = ?`, Array.isArray(value) ? value[0] : value)
    }
  }
  // A page begins at the place of an object. A plus before the bound of the time on that side keeps SQLite from
  // beginning there instead, and passing all pages before.
  const lower = query.endingBefore === undefined ? 'created' : '+created'
  const upper = query.startingAfter === undefined ? 'created' : '+created'
  add(`${lower} > ?`, query.created?.gt)
  add(`${lower} >= ?`, query.created?.gte)
  add(`${lower} >= ?`, query.created?.since)
  add(`${upper} < ?`, query.created?.lt)
  add(`${upper} <= ?`, query.created?.lte)
  add(`(created, seq) < ${placeOf}`, query.startingAfter)
  add(`(created, seq) > ${placeOf}`, query.endingBefore)
  return { conditions, values }
}

const placeOf = '(SELECT created, seq FROM objects WHERE id = ?)'
