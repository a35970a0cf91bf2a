// Objects at the card provider that no row of ours is about.

import type { MoneyRecords } from './money-records.ts'

/** A person has marked what was done by hand in the provider's dashboard. */
export function isSettled({ metadata }: { metadata: object | null }): boolean {
  return metadata !== null && 'settled' in metadata
}

/** Every object at the provider belongs to a row of ours. */
export function unknownObjectProblems({
  payments,
  transfers,
  reversals,
  refunds,
  provider,
}: MoneyRecords): string[] {
  const known = (rows: { id: string }[], id: string | null | undefined) =>
    rows.some((row) => row.id === id)
  return [
    ...provider.sessions
      .filter((session) => !known(payments, session.client_reference_id))
      .map(({ id }) => `checkout ${id} has no payment`),
    ...provider.charges
      .filter((charge) => !payments.some((payment) => payment.charge_id === charge.id))
      .map(({ id }) => `charge ${id} has no payment`),
    ...provider.transfers
      .filter(({ metadata }) => !known(transfers, metadata['transfer_id']))
      .map(({ id }) => `transfer ${id} of the provider has no transfer of ours`),
    ...provider.reversals
      .filter(
        (made) =>
          !isSettled(made) &&
          !known(reversals, made.metadata?.['reversal_id']) &&
          !reversals.some((row) => row.provider_id === made.id),
      )
      .map(({ id }) => `reversal ${id} of the provider has no reversal of ours`),
    ...provider.refunds
      .filter(
        (one) =>
          !isSettled(one) &&
          !known(refunds, one.metadata?.['refund_id']) &&
          !refunds.some((row) => row.provider_id === one.id),
      )
      .map(({ id }) => `refund ${id} of the provider has no refund of ours`),
  ]
}
