// Fills a table by PostgreSQL's COPY, which `pg` can send but has no function for.

import { once } from 'node:events'
import pg from 'pg'

export type Cell = string | number | boolean | Date | null
export type Rows = { table: string; columns: readonly string[]; rows: Iterable<readonly Cell[]> }

/** Rows are sent in pieces of about this many characters. */
const pieceLength = 1 << 18

export function copyRows(client: pg.PoolClient, rows: Rows): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(rows, (error) => (error ? reject(error) : resolve())))
  })
}

/** What `pg` passes to a query that copies; its types lack the functions of copying. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk: (piece: Buffer) => void
  sendCopyFail: (reason: string) => void
  endCopyFrom: () => void
}

class CopyIn extends pg.Query {
  readonly #rows: Rows['rows']

  constructor({ table, columns, rows }: Rows, done: (error: Error | undefined) => void) {
    super(`copy ${table} (${columns.join(', ')}) from stdin`, done)
    this.#rows = rows
  }

  /** Called by `pg` when the server is ready for the rows. */
  handleCopyInResponse(connection: CopyConnection): void {
    send(connection, this.#rows).catch((error: unknown) => connection.sendCopyFail(String(error)))
  }
}

async function send(connection: CopyConnection, rows: Rows['rows']): Promise<void> {
  for (const piece of piecesOf(rows)) {
    connection.sendCopyFromChunk(Buffer.from(piece))
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  connection.endCopyFrom()
}

function* piecesOf(rows: Rows['rows']): Generator<string> {
  let piece = ''
  for (const row of rows) {
    piece += `${row.map(cellText).join('\t')}\n`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

function cellText(cell: Cell): string {
  if (cell === null) return String.raw`\N`
  if (cell instanceof Date) return cell.toISOString()
  return String(cell).replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
