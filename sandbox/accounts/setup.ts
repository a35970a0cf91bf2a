// The progress of an account's holder through onboarding.
import type { Sandbox } from '../sandbox.ts'

export const setupSteps = ['details', 'bank', 'document'] as const
export type SetupStep = (typeof setupSteps)[number]

export interface Setup {
  id: string
  account: string
  details: { legalName: string; dateOfBirth: string } | null
  bank: { sortCode: string; last4: string } | null
  document: string | null
  /** The provider is verifying the details; none are missing, but transfers are not allowed yet. */
  isBeingChecked?: boolean
}

/** A link works once and starts a visit, which lasts while the holder fills in the steps. */
export interface SetupLink {
  id: string
  account: string
  refreshUrl: string
  returnUrl: string | null
  useCase: string
  /** Unix seconds. */
  expiresAt: number
  isOpened: boolean
}

export interface SetupVisit {
  id: string
  link: string
  /** Unix seconds. */
  expiresAt: number
}

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
