// Each booking of a statement's month: what it was, and what it has changed.

import type { Statement } from '#contracts/papers.ts'
import { statementLineNames } from '#rules/papers/statement-lines.ts'
import { formatPence } from '#rules/price.ts'
import { DateText, formatDate } from '#web/ui/date-text.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'

export function StatementLines({ statement: { lines, lineCount } }: { statement: Statement }) {
  if (lines.length === 0) return <p>Nothing has moved in this month.</p>
  return (
    <>
      <table>
        <caption>Every movement</caption>
        <thead>
          <tr>
            <th scope="col">Movement</th>
            <th scope="col">Owed to you</th>
            <th scope="col">You owe</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.id} line={line} />
          ))}
        </tbody>
      </table>
      {lineCount > lines.length && (
        <p className="detail">
          These are the first {wholeNumber(lines.length)} of {wholeNumber(lineCount)}. The CSV file
          has all of them.
        </p>
      )}
    </>
  )
}

function Row({ line }: { line: Statement['lines'][number] }) {
  const { kind, titles, reference, bookedAt, occurredAt, correctsNumber } = line
  return (
    <tr>
      <th scope="row">
        <DateText iso={bookedAt} /> {statementLineNames[kind]}
        {titles.length > 0 && (
          <small>
            <bdi>{titles.join(', ')}</bdi>
          </small>
        )}
        {reference !== null && <small>{reference}</small>}
        {formatDate(occurredAt) !== formatDate(bookedAt) && (
          <small>
            of <DateText iso={occurredAt} />
          </small>
        )}
        {correctsNumber !== null && <small>belongs to statement {correctsNumber}</small>}
      </th>
      <td>{formatPence(line.owedPence)}</td>
      <td>{formatPence(line.owingPence)}</td>
    </tr>
  )
}
