// From the opening balance of a statement to the closing one: a row for each kind of movement.

import type { Statement } from '#contracts/papers.ts'
import {
  balanceOf,
  statementLineNames,
  statementLineTexts,
  type ArtistBalance,
} from '#rules/papers/statement-lines.ts'
import { formatPence } from '#rules/price.ts'

export function StatementSums({ statement }: { statement: Statement }) {
  const { opening, sums, closing } = statement
  return (
    <table>
      <caption>Your balance</caption>
      <thead>
        <tr>
          <th scope="col">Movements</th>
          <th scope="col">Owed to you</th>
          <th scope="col">You owe</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        <Row name="Opening balance" amounts={opening} isBalance />
        {sums.map((sum) => (
          <Row
            key={sum.kind}
            name={statementLineNames[sum.kind]}
            text={statementLineTexts[sum.kind]}
            amounts={sum}
          />
        ))}
        <Row name="Closing balance" amounts={closing} isBalance />
      </tbody>
    </table>
  )
}

type RowProps = { name: string; text?: string; amounts: ArtistBalance; isBalance?: boolean }

function Row({ name, text, amounts, isBalance = false }: RowProps) {
  return (
    <tr className={isBalance ? 'document-balance' : undefined}>
      <th scope="row">
        {name}
        {text !== undefined && <small>{text}</small>}
      </th>
      <td>{formatPence(amounts.owedPence)}</td>
      <td>{formatPence(amounts.owingPence)}</td>
      <td>{formatPence(balanceOf(amounts))}</td>
    </tr>
  )
}
