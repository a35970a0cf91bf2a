// The platform's balance at the card provider: whose the money is, what waits long, and what was paid to our bank.

import type { AgedMoney, PlatformMoney, PlatformPayout } from '#contracts/admin/platform-balance.ts'
import { adminOwedPath, adminPath, adminPayOutPath } from '#rules/admin/admin-paths.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { providerKeepsDays } from '#rules/payments/platform-balance.ts'
import { formatPence } from '#rules/price.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { platformPayoutLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { ageText } from '../tasks/task-texts.ts'
import { NothingOffered } from './nothing-offered.tsx'

export function PlatformBalance({ money }: { money: PlatformMoney }) {
  const { balance, offeredPence, payouts, aged, agedCount } = money
  return (
    <>
      <section className="stack" aria-labelledby="balance">
        <h2 id="balance">Balance at the card provider</h2>
        <BalanceTable balance={balance} />
        <p>
          <PageLink href={adminPath('margins')}>What we keep of artists’ sales</PageLink>
        </p>
        {offeredPence === 0 ? (
          <NothingOffered balance={balance} />
        ) : (
          <>
            <p>Up to {formatPence(offeredPence)} can be paid to our bank now.</p>
            <p>
              <ButtonLink href={adminPayOutPath({})}>Pay out</ButtonLink>
            </p>
          </>
        )}
      </section>
      <Differences open={money.openDifferences} />
      {aged.length > 0 && <Aged aged={aged} count={agedCount} />}
      {payouts.length > 0 && (
        <section className="stack" aria-labelledby="payouts">
          <h2 id="payouts">Payouts to our bank</h2>
          <PayoutTable payouts={payouts} />
        </section>
      )}
    </>
  )
}

function BalanceTable({ balance }: { balance: PlatformMoney['balance'] }) {
  const rest: [string, number][] = [
    ['Unexplained', balance.unexplainedPence],
    ['VAT', balance.vatPence],
  ]
  const parts: [string, number][] = [
    ['Held for commissions', balance.heldPence],
    ['Owed to artists', balance.artistsPence],
    ['Owed to customers', balance.customersPence],
    ...rest.filter(([, pence]) => pence !== 0),
    ['Reserve', balance.reservePence],
    ['Earned', balance.earnedPence],
  ]
  return (
    <table className="settle-postings">
      <caption className="sr-only">Whose the money is</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(([name, pence]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatPence(pence)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Balance</th>
          <td>
            {formatPence(balance.balancePence)}, of it {formatPence(balance.availablePence)}{' '}
            available
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function Differences({ open }: { open: PlatformMoney['openDifferences'] }) {
  const { count, oldestDays } = open
  const link = (text: string) => <PageLink href={adminPath('reconciliation')}>{text}</PageLink>
  return (
    <section className="stack" aria-labelledby="differences">
      <h2 id="differences">Differences</h2>
      {oldestDays === null ? (
        <p>No difference is open. {link('The closed days')}</p>
      ) : (
        <p>
          {link(count === 1 ? '1 open difference' : `${wholeNumber(count)} open differences`)}. Age{' '}
          of the oldest: {ageText(oldestDays).toLowerCase()}.
        </p>
      )}
    </section>
  )
}

const agedNames = { commission: 'Commission', transfer: 'Transfer to', refund: 'Refund of' }
const agedColumns = ['Paid', 'What', 'Amount', 'Since day'] as const

function Aged({ aged, count }: { aged: readonly AgedMoney[]; count: number }) {
  return (
    <section className="stack" aria-labelledby="aged">
      <h2 id="aged">Waiting long</h2>
      <p>
        The card provider keeps money of others for {providerKeepsDays} days after the payment: by
        then it has to be transferred, given back or settled.
        {count > aged.length && ` The oldest ${aged.length} of ${wholeNumber(count)}.`}
      </p>
      <AdminTable caption="Waiting long" columns={agedColumns}>
        {aged.map(({ kind, id, name, pence, paidAt, day }) => (
          <tr key={id}>
            <Cell label="Paid">
              <DateText iso={paidAt} />
            </Cell>
            <Cell label="What">
              <PageLink href={kind === 'commission' ? commissionPath(id) : adminOwedPath(kind, id)}>
                {agedNames[kind]} <bdi>{name}</bdi>
              </PageLink>
            </Cell>
            <Cell label="Amount">{formatPence(pence)}</Cell>
            <Cell label="Since day">{day}</Cell>
          </tr>
        ))}
      </AdminTable>
    </section>
  )
}

const payoutColumns = ['Ordered', 'Amount', 'State', 'By'] as const

function PayoutTable({ payouts }: { payouts: readonly PlatformPayout[] }) {
  return (
    <AdminTable caption="Payouts to our bank" columns={payoutColumns}>
      {payouts.map(({ id, createdAt, pence, status, problem, orderedBy, providerId }) => (
        <tr key={id}>
          <Cell label="Ordered">
            <DateText iso={createdAt} />
          </Cell>
          <Cell label="Amount">{formatPence(pence)}</Cell>
          <Cell label="State">
            {platformPayoutLabels[status]}
            {problem !== null && <p className="user-text">{problem}</p>}
          </Cell>
          <Cell label="By">
            {orderedBy === null ? 'Made at the card provider' : <bdi>{orderedBy}</bdi>}
            {providerId !== null && (
              <>
                <br />
                <span className="detail">{providerId}</span>
              </>
            )}
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}
