// What a decision of an admin will book.

import { labelOfAccount } from '#rules/payments/ledger-accounts.ts'
import { formatPence } from '#rules/price.ts'

type PostingsTableProps = { postings: readonly { account: string; pence: number }[] }

export function changeText(pence: number): string {
  return pence > 0 ? `+${formatPence(pence)}` : formatPence(pence)
}

export function PostingsTable({ postings }: PostingsTableProps) {
  return (
    <table className="settle-postings">
      <caption>What the ledger will say</caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {postings.map(({ account, pence }) => (
          <tr key={account}>
            <th scope="row">{labelOfAccount(account)}</th>
            <td>{changeText(pence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
