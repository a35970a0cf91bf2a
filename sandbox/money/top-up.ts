// Money of the platform's own on its balance: the operator sends it by bank transfer.
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { readSetting, writeSetting } from '../storage/settings.ts'
import { currency } from './amounts.ts'
import { recordMovement } from './balance.ts'

export function topUp(sandbox: Sandbox, amountPence: number): void {
  const { clock, store } = sandbox
  const id = newId('tu')
  const created = clock.now()
  const description = 'STRIPE TOPUP'
  const movement = recordMovement(sandbox, {
    owner: platform,
    type: 'topup',
    amountPence,
    source: id,
    description,
  })
  store.insert(
    'topup',
    {
      id,
      object: 'topup',
      amount: amountPence,
      balance_transaction: movement.id,
      created,
      currency,
      description,
      expected_availability_date: created,
      failure_code: null,
      failure_message: null,
      initiated_by: null,
      livemode: false,
      metadata: {},
      source: null,
      statement_descriptor: null,
      status: 'succeeded',
      transfer_group: null,
    },
    { created },
  )
}

const isDone = 'is_topped_up'

/** Once in the life of the storage. */
export function topUpFirst(sandbox: Sandbox, amountPence: number): void {
  if (amountPence === 0 || readSetting(sandbox.db, isDone) !== undefined) return
  topUp(sandbox, amountPence)
  writeSetting(sandbox.db, isDone, 'yes')
}
