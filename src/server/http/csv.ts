// CSV as RFC 4180 has it, which no spreadsheet takes for formulas.

/** A number is one of ours and is written as it is; every text is quoted. */
export type CsvCell = string | { number: string } | null

export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** For the first row: Excel reads a file as UTF-8 only if it begins with this mark. */
export const byteOrderMark = '\uFEFF'

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
