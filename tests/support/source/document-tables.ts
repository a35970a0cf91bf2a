// Tables of a document, as a reader finds them: under their headings.

type DocumentTable = { columns: string[]; rows: string[][] }

/** Those between this heading and the next one of the same depth or above. */
export function tablesUnder(document: string, heading: string): DocumentTable[] {
  return tablesIn(sectionOf(document, heading))
}

function sectionOf(document: string, heading: string): string {
  const lines = document.split('\n')
  const start = lines.findIndex((line) => /^#+ (.*)$/.exec(line)?.[1] === heading)
  const depth = /^#+/.exec(lines[start] ?? '')?.[0].length
  if (depth === undefined) throw new Error(`There is no heading ${heading}.`)
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => new RegExp(`^#{1,${depth}} `).test(line))
  return rest.slice(0, end === -1 ? undefined : end).join('\n')
}

function tablesIn(section: string): DocumentTable[] {
  return [...section.matchAll(/(?:^\|.*\|\n?)+/gm)].map(([text]) => {
    const [columns = [], , ...rows] = text.trimEnd().split('\n').map(cellsOf)
    return { columns, rows }
  })
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}
