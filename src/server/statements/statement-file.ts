// A statement as a CSV file: a row for each balance and each line, with the amounts in pounds and the balance after each.

import {
  csvHead,
  csvRows,
  exactPounds,
  isoDay,
  wholeNumberCell,
  type CsvColumn,
} from '#rules/csv.ts'
import { balanceOf, statementLineNames, type ArtistBalance } from '#rules/papers/statement-lines.ts'
import type { StatementLineRow, StatementRow } from './statement-queries.ts'

type FileRow = {
  name: string
  at: Date | null
  occurredAt: Date | null
  titles: readonly string[]
  reference: string | null
  correctsNumber: number | null
  /** Null of a row that is a balance. */
  change: ArtistBalance | null
  balance: ArtistBalance
}

const columns: readonly CsvColumn<FileRow>[] = [
  { name: 'Booked on', cell: ({ at }) => at && isoDay(at) },
  { name: 'Happened on', cell: ({ occurredAt }) => occurredAt && isoDay(occurredAt) },
  { name: 'Kind', cell: ({ name }) => name },
  { name: 'What', cell: ({ titles }) => titles.join(', ') },
  { name: 'Reference', cell: ({ reference }) => reference },
  {
    name: 'Corrects statement',
    cell: ({ correctsNumber: number }) => (number === null ? null : wholeNumberCell(number)),
  },
  { name: 'Owed to you (GBP)', cell: ({ change }) => change && exactPounds(change.owedPence) },
  { name: 'You owe (GBP)', cell: ({ change }) => change && exactPounds(change.owingPence) },
  { name: 'Change (GBP)', cell: ({ change }) => change && exactPounds(balanceOf(change)) },
  { name: 'Balance (GBP)', cell: ({ balance }) => exactPounds(balanceOf(balance)) },
]

export async function* statementFile(
  statement: StatementRow,
  batches: AsyncIterable<StatementLineRow[]>,
): AsyncGenerator<string> {
  let balance: ArtistBalance = {
    owedPence: statement.opening_owed_pence,
    owingPence: statement.opening_owing_pence,
  }
  yield csvHead(columns) + csvRows(columns, [balanceRow('Opening balance', balance)])
  for await (const batch of batches) {
    const rows = batch.map((line) => {
      balance = after(balance, line)
      return lineRow(line, balance)
    })
    yield csvRows(columns, rows)
  }
  yield csvRows(columns, [
    balanceRow('Closing balance', {
      owedPence: statement.closing_owed_pence,
      owingPence: statement.closing_owing_pence,
    }),
  ])
}

function after(before: ArtistBalance, line: StatementLineRow): ArtistBalance {
  return {
    owedPence: before.owedPence + line.owed_pence,
    owingPence: before.owingPence + line.owing_pence,
  }
}

function balanceRow(name: string, balance: ArtistBalance): FileRow {
  return {
    name,
    at: null,
    occurredAt: null,
    titles: [],
    reference: null,
    correctsNumber: null,
    change: null,
    balance,
  }
}

function lineRow(line: StatementLineRow, balance: ArtistBalance): FileRow {
  return {
    name: statementLineNames[line.kind],
    at: line.booked_at,
    occurredAt: line.occurred_at,
    titles: line.titles,
    reference: line.reference,
    correctsNumber: line.corrects_number,
    change: { owedPence: line.owed_pence, owingPence: line.owing_pence },
    balance,
  }
}

export function statementFileName({ number, month }: StatementRow): string {
  return `Undersong statement ${number} ${month}.csv`
}
