// The bank account that the platform, or a connected account, is paid out to, and whether it takes the money.
import { payoutsAreActive, refreshBank } from '../accounts/account-capabilities.ts'
import { getSetup } from '../accounts/setup.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { platform } from '../storage/object-store.ts'
import { readSetting, writeSetting } from '../storage/settings.ts'
import { bankBehaviours, type BankBehaviour } from '../storage/stored-kinds.ts'

const platformBehaviour = 'platform_bank'
const platformIsUnusable = 'platform_bank_is_unusable'

export function bankBehaviour(sandbox: Sandbox, owner: string): BankBehaviour {
  if (owner !== platform) return getSetup(sandbox, owner).bank?.behaviour ?? 'works'
  const stored = readSetting(sandbox.db, platformBehaviour)
  return bankBehaviours.find((behaviour) => behaviour === stored) ?? 'works'
}

/** A connected account also needs what the provider asks of it. */
export function canBePaidOut(sandbox: Sandbox, owner: string): boolean {
  if (owner === platform) return readSetting(sandbox.db, platformIsUnusable) !== 'yes'
  const account = sandbox.store.find('v2.core.account', owner)
  return account !== undefined && payoutsAreActive(account)
}

/** After a failed payout nothing is paid to the account any more, until its holder has entered it again. */
export function giveUpBank(sandbox: Sandbox, owner: string): void {
  if (owner === platform) writeSetting(sandbox.db, platformIsUnusable, 'yes')
  else refreshBank(sandbox, owner, { isUnusable: true })
}

/** The holder enters a bank account that behaves so. Returns whether there is such an account with a bank. */
export function setBank(sandbox: Sandbox, owner: string, behaviour: BankBehaviour): boolean {
  if (owner === platform) {
    writeSetting(sandbox.db, platformBehaviour, behaviour)
    writeSetting(sandbox.db, platformIsUnusable, 'no')
    return true
  }
  const account = sandbox.store.find('v2.core.account', owner)
  if (!account || account.closed || !getSetup(sandbox, owner).bank) return false
  refreshBank(sandbox, owner, { behaviour, isUnusable: false })
  return true
}
