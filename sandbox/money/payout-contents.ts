// Which balance transactions an automatic payout takes to the bank: all that have settled and that no payout took before.
import type { Stripe } from 'stripe'
import type { Sandbox } from '../state/sandbox.ts'

interface Unpaid {
  seqs: number[]
  pence: number
}

/** @param until Unix seconds: what has settled by then */
export function findUnpaid({ db }: Sandbox, owner: string, until: number): Unpaid {
  const rows = db
    .prepare(
      `SELECT seq, json_extract(body, '$.net') AS net
       FROM objects INDEXED BY balances WHERE kind = 'balance_transaction' AND owner = ?
         AND json_extract(body, '$.available_on') <= ?
         AND seq NOT IN (SELECT transaction_seq FROM payout_contents)`,
    )
    .all(owner, until)
  return {
    seqs: rows.map(({ seq }) => Number(seq)),
    pence: rows.reduce((sum, { net }) => sum + Number(net), 0),
  }
}

export function putIntoPayout({ db }: Sandbox, payout: string, seqs: number[]): void {
  const put = db.prepare('INSERT INTO payout_contents (transaction_seq, payout) VALUES (?, ?)')
  for (const seq of seqs) put.run(seq, payout)
}

export function seqOf({ db }: Sandbox, { id }: Stripe.BalanceTransaction): number {
  return Number(db.prepare('SELECT seq FROM objects WHERE id = ?').get(id)?.['seq'])
}
