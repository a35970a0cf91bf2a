// Every CSV file of the product: UTF-8, rows and quotation marks as RFC 4180 has them, no cell that a spreadsheet takes for a
// formula, ISO dates, amounts exact to the penny.

/** A number is one of ours and is written as it is; every text is quoted. */
export type CsvCell = string | { number: string } | null

export type CsvColumn<Row> = { name: string; cell: (row: Row) => CsvCell }

export const csvMediaType = 'text/csv; charset=utf-8; header=present'

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\uFEFF'

/** The first row: the names of the columns. */
export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  return byteOrderMark + csvRow(columns.map(({ name }) => name))
}

export function csvRows<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => csvRow(columns.map(({ cell }) => cell(row)))).join('')
}

/** A file of few rows. A long one is streamed: its head, then its rows in batches. */
export function csvFile<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return csvHead(columns) + csvRows(columns, rows)
}

export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell.number
  return `"${asText(cell).replaceAll('"', '""')}"`
}

/**
 * What a spreadsheet may take for a formula: one of these signs, also in full width, where the text begins, or behind
 * quotation marks, blanks and invisible characters, which some programs drop.
 */
const formula = /^[\p{Z}\p{C}"'‘’“”«»`´]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u
const startsWithControl = /^\p{Cc}/u

/**
 * The same where a cell begins for a program that separates by semicolons, as Excel does in most of Europe: to it the
 * quotation mark before our text stands within a cell, so that it also ends cells and rows inside the text.
 */
const laterFormula = /([;\t\r\n][\p{Z}\p{C}"'‘’“”«»`´]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫−])/gu

/** An apostrophe before it makes it a text for spreadsheets. */
function asText(text: string): string {
  const isFormula = formula.test(text) || startsWithControl.test(text)
  return `${isFormula ? "'" : ''}${text.replaceAll(laterFormula, "$1'")}`
}

/** 1234 → '12.34' */
export function exactPounds(pence: number): { number: string } {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return { number: `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

export function wholeNumberCell(count: number): { number: string } {
  return { number: count.toFixed(0) }
}

const londonDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** The day in London, as 2026-11-28. */
export function isoDay(moment: Date | string): string {
  return londonDay.format(new Date(moment))
}
