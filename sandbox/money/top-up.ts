// Money of the platform's own on its balance: the operator sends it by bank transfer.
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { readSetting, writeSetting } from '../storage/settings.ts'
import { recordMovement } from './balance.ts'

export function topUp(sandbox: Sandbox, amountPence: number): void {
  recordMovement(sandbox, {
    owner: platform,
    type: 'topup',
    amountPence,
    source: newId('tu'),
    description: 'STRIPE TOPUP',
  })
}

const isDone = 'is_topped_up'

/** Once in the life of the storage. */
export function topUpFirst(sandbox: Sandbox, amountPence: number): void {
  if (amountPence === 0 || readSetting(sandbox.db, isDone) !== undefined) return
  topUp(sandbox, amountPence)
  writeSetting(sandbox.db, isDone, 'yes')
}
