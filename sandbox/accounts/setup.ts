// The progress of an account's holder through onboarding.
import type { Sandbox } from '../state/sandbox.ts'
import type { Setup } from '../storage/stored-kinds.ts'

export const setupSteps = ['details', 'bank', 'document'] as const
export type SetupStep = (typeof setupSteps)[number]

export function setupId(accountId: string): string {
  return `setup_of_${accountId}`
}

export function getSetup({ store }: Sandbox, accountId: string): Setup {
  const setup = store.find('setup', setupId(accountId))
  if (!setup) throw new Error(`The account ${accountId} has no setup.`)
  return setup
}

export function missingSteps(setup: Setup): SetupStep[] {
  return setupSteps.filter((step) => setup[step] === null)
}

/** Also the bank account to which a payout has failed. */
export function stepsToTake(setup: Setup): SetupStep[] {
  return setupSteps.filter(
    (step) => setup[step] === null || (step === 'bank' && setup.bank?.isUnusable === true),
  )
}
