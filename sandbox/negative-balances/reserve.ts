// The platform is liable for its accounts: as much as their balances are negative is reserved on its own.
import { currency } from '../money/amounts.ts'
import { findNegativeBalances, recordMovement, type NegativeBalance } from '../money/balance.ts'
import { reservedPence, writeReservedPence } from '../money/reserved-money.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'

/** After so long the provider takes the money from the reserve for good. */
const collectedAfterSeconds = 180 * 24 * 60 * 60

/**
 * The provider's documentation calls these accounts those for whose losses the platform is responsible; a comment in the
 * stripe package names only those whose requirements the platform collects itself.
 */
export function keepReserve(sandbox: Sandbox): void {
  const now = sandbox.clock.now()
  for (const negative of negativeAccounts(sandbox)) {
    if (negative.since + collectedAfterSeconds <= now) collect(sandbox, negative)
  }
  const neededPence = negativeAccounts(sandbox).reduce((sum, { pence }) => sum - pence, 0)
  const addedPence = neededPence - reservedPence(sandbox)
  if (addedPence === 0) return
  writeReservedPence(sandbox, neededPence)
  moveReserve(sandbox, -addedPence)
}

function negativeAccounts(sandbox: Sandbox): NegativeBalance[] {
  return findNegativeBalances(sandbox).filter(({ owner }) => owner !== platform)
}

function moveReserve(sandbox: Sandbox, amount: number): void {
  const { clock, store } = sandbox
  const description = 'Reserved funds for negative balances of connected accounts'
  const reserve = { id: newId('rsv'), object: 'reserve_transaction', amount } as const
  store.insert(
    'reserve_transaction',
    { ...reserve, currency, description },
    { created: clock.now() },
  )
  recordMovement(sandbox, {
    owner: platform,
    type: 'reserve_transaction',
    amountPence: amount,
    source: reserve.id,
    description,
  })
}

/** The platform pays what the account owes. */
function collect(sandbox: Sandbox, { owner, pence }: NegativeBalance): void {
  const { clock, store } = sandbox
  const created = clock.now()
  const collection = {
    id: newId('cct'),
    object: 'connect_collection_transfer',
    amount: -pence,
    currency,
    destination: owner,
    livemode: false,
  } as const
  store.insert('connect_collection_transfer', collection, { created })
  const movement = { type: 'connect_collection_transfer', source: collection.id } as const
  recordMovement(sandbox, { ...movement, owner: platform, amountPence: pence })
  recordMovement(sandbox, { ...movement, owner, amountPence: -pence })
}
