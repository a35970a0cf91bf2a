// What is paid from an artist's account at the card provider to the bank: when the next payout is, and those of before.

import { Form, useNavigation } from 'react-router'
import type { BankPayout, BankPayoutList } from '#contracts/payouts.ts'
import { bankPayoutNames } from '#rules/payments/bank-payout-process.ts'
import { artistPayoutsPath } from '#rules/payments/payout-paths.ts'
import { formatPence } from '#rules/price.ts'
import { AdminTable, Cell } from '#web/admin/admin-table.tsx'
import type { Refused } from '#web/api/result.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'

type BankPayoutsProps = { list: BankPayoutList; refused: Refused | null }

export function BankPayouts({ list, refused }: BankPayoutsProps) {
  const { payouts, next, isBankUnusable, ...paging } = list
  return (
    <>
      {refused && <Notice tone="danger">{refused.message}</Notice>}
      {isBankUnusable ? <UnusableBank /> : next && <NextPayout next={next} />}
      {payouts.length === 0 ? (
        <EmptyState
          title="No payouts yet"
          text="Your share of each sale is sent to your payment account. What the card provider pays from there to your bank appears here."
        />
      ) : (
        <AdminTable caption="Payouts to your bank" columns={columns}>
          {payouts.map((payout) => (
            <Row key={payout.id} payout={payout} />
          ))}
        </AdminTable>
      )}
      <Paging {...paging} addressOf={(page) => artistPayoutsPath({ page })} />
    </>
  )
}

const columns = ['Date', 'Amount', 'State', 'Contains'] as const

function NextPayout({ next }: { next: NonNullable<BankPayoutList['next']> }) {
  return (
    <p>
      <strong>
        The next payout to your bank is on <DateText iso={next.at} />.
      </strong>{' '}
      {next.reason} What settles until then is in it, if it is £1 or more.
    </p>
  )
}

/** The card provider's pages take the new account. */
function UnusableBank() {
  const { state, formData } = useNavigation()
  return (
    <Notice tone="danger" title="Your bank did not take a payout">
      <div className="stack-sm">
        <p>
          Nothing is paid to your bank until you have entered a bank account again. Your money stays
          on your payment account, and is paid with the next payout.
        </p>
        <Form method="post">
          <Button
            type="submit"
            isLoading={state !== 'idle' && formData !== undefined}
            loadingText="Opening…"
          >
            Enter your bank account
          </Button>
        </Form>
      </div>
    </Notice>
  )
}

function Row({ payout }: { payout: BankPayout }) {
  const { pence, status, createdAt, arrivesAt, problem } = payout
  return (
    <tr>
      <Cell label="Date">
        <DateText iso={createdAt} />
      </Cell>
      <Cell label="Amount">
        {formatPence(pence)}
        {pence < 0 && <small>from your bank, for what your payment account owes</small>}
      </Cell>
      <Cell label="State">
        <span className="sale-state" data-state={status}>
          {bankPayoutNames[status]}
        </span>
        {(status === 'on_its_way' || status === 'paid') && (
          <small>
            {status === 'paid' ? 'at your bank since' : 'expected at your bank on'}{' '}
            <DateText iso={arrivesAt} />
          </small>
        )}
        {problem !== null && <small>{problem}</small>}
      </Cell>
      <Cell label="Contains">
        <Parts payout={payout} />
      </Cell>
    </tr>
  )
}

function Parts({ payout: { parts, partCount, createdAt } }: { payout: BankPayout }) {
  if (parts === null) return <>The card provider does not say yet.</>
  const [only] = parts
  if (only === undefined) return <>Nothing of this site</>
  if (partCount === 1) return <Part part={only} />
  return (
    <details>
      <summary>
        {wholeNumber(partCount)} movements
        <span className="sr-only">
          {' '}
          of the payout of <DateText iso={createdAt} />
        </span>
      </summary>
      <ul className="stack-xs">
        {parts.map((part) => (
          <li key={part.id}>
            <Part part={part} />
          </li>
        ))}
        {partCount > parts.length && <li>and {wholeNumber(partCount - parts.length)} more</li>}
      </ul>
    </details>
  )
}

type Part = NonNullable<BankPayout['parts']>[number]

const partNames: Record<Part['kind'], string> = {
  transfer: 'Transfer',
  returned_payout: 'What came back of the payout',
  other: 'Change of your balance',
}

function Part({ part: { kind, pence, madeAt, providerId } }: { part: Part }) {
  return (
    <>
      {partNames[kind]}
      {madeAt !== null && (
        <>
          {' '}
          of <DateText iso={madeAt} />
        </>
      )}
      : {formatPence(pence)}
      {providerId !== null && <small className="user-text">{providerId}</small>}
    </>
  )
}
