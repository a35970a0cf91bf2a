// A strict reader of RFC 4180, written without a look at the writer: it throws at everything that the format does not allow.

/** The rows of the file, without its byte order mark. */
export function readCsv(file: string): string[][] {
  const text = file.replace(/^\uFEFF/, '')
  const rows: string[][] = []
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      const [cell, end] = text[at] === '"' ? quoted(text, at) : plain(text, at)
      row.push(cell)
      at = end
      if (text[at] !== ',') break
      at += 1
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`No line end at ${at}.`)
    at += 2
    rows.push(row)
  }
  if (rows.some((row) => row.length !== rows[0]?.length)) throw new Error('Rows differ in length.')
  return rows
}

/** By the names of the first row. */
export function recordsOf(file: string): Record<string, string>[] {
  const [head = [], ...rows] = readCsv(file)
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

function quoted(text: string, start: number): [string, number] {
  let cell = ''
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at]
    else if (text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else return [cell, at + 1]
  }
  throw new Error(`The quotation mark at ${start} is not closed.`)
}

function plain(text: string, start: number): [string, number] {
  const end = /[,\r\n"]|$/.exec(text.slice(start))?.index ?? 0
  if (text[start + end] === '"')
    throw new Error(`A quotation mark within a plain cell at ${start}.`)
  return [text.slice(start, start + end), start + end]
}
