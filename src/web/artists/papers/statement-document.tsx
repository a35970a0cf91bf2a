// A monthly statement as a document: on the screen and on paper.

import { Fragment } from 'react'
import type { Statement } from '#contracts/papers.ts'
import { paperPath } from '#rules/papers/papers.ts'
import { formatPence } from '#rules/price.ts'
import { monthName } from '#rules/sales/sale-months.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { DocumentHead, madeOn } from '#web/ui/document-head.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { StatementLines } from './statement-lines.tsx'
import { StatementSums } from './statement-sums.tsx'

export function StatementDocument({ statement }: { statement: Statement }) {
  const { number, month, madeAt, seller, artistName, bankPayouts } = statement
  return (
    <article className="panel document">
      <DocumentHead
        title={`Statement of ${monthName(month)}`}
        facts={[{ name: 'Number', value: number }, madeOn(madeAt)]}
        from={seller}
        to={{ name: artistName }}
      />
      <Corrections statement={statement} />
      <StatementSums statement={statement} />
      <StatementLines statement={statement} />
      {bankPayouts.length > 0 && <BankPayouts bankPayouts={bankPayouts} />}
      <p className="detail">
        Months begin and end in London. This statement is never changed: what is booked later for an
        earlier month stands in a later statement, which names the earlier one.
      </p>
    </article>
  )
}

function Corrections({ statement: { correctedBy } }: { statement: Statement }) {
  if (correctedBy.length === 0) return null
  return (
    <p>
      Later statements have something that belongs to this one:{' '}
      {correctedBy.map(({ id, number, month }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <PageLink href={paperPath({ kind: 'statement', id })}>
            number {number}, {monthName(month)}
          </PageLink>
        </Fragment>
      ))}
      .
    </p>
  )
}

function BankPayouts({ bankPayouts }: Pick<Statement, 'bankPayouts'>) {
  return (
    <table>
      <caption>
        Between your account and your bank
        <small>This money was yours already: it is no part of the balance.</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">Payout</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {bankPayouts.map(({ id, isReturn, pence, occurredAt }) => (
          <tr key={`${id} ${isReturn}`}>
            <th scope="row">
              {isReturn ? 'Returned by your bank' : 'Paid to your bank'}
              <small>
                <DateText iso={occurredAt} />, {id}
              </small>
            </th>
            <td>{formatPence(isReturn ? -pence : pence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
