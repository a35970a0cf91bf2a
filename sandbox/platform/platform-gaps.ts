// Set-up steps an operator may have missed at the provider, and what the provider refuses without them.
import { refusal } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { readSetting, writeSetting } from '../storage/settings.ts'

export const platformGaps = [
  'accounts_v2',
  'profile',
  'liability',
  'transfers',
  'business_name',
  'cards',
  'destination_scope',
  'manual_payouts',
  'account_payouts',
] as const
export type PlatformGap = (typeof platformGaps)[number]

const setting = 'platform_gaps'

export function setGaps({ db }: Sandbox, gaps: PlatformGap[]): void {
  writeSetting(db, setting, gaps.join())
}

export function hasGap({ db }: Sandbox, gap: PlatformGap): boolean {
  return (readSetting(db, setting) ?? '').split(',').includes(gap)
}

const refusals: Partial<Record<PlatformGap, { code?: string; message: string }>> = {
  accounts_v2: {
    code: 'accounts_v2_access_blocked',
    message: 'Your platform does not have access to Accounts v2.',
  },
  profile: {
    code: 'connect_profile_not_submitted',
    message: 'You must submit your platform profile before you can create accounts.',
  },
  liability: {
    code: 'account_creation_liability_unacknowledged',
    message: 'You must acknowledge your responsibility for losses before you can create accounts.',
  },
  transfers: {
    code: 'capability_not_available',
    message: 'The capability stripe_balance.stripe_transfers is not available to your accounts.',
  },
  business_name: {
    message: 'In order to use Checkout, you must set an account or business name.',
  },
  cards: { message: 'No valid payment method types for this Checkout Session.' },
}

/** @throws StripeFailure for the first of these steps that the operator has missed. */
export function refuseWithGaps(sandbox: Sandbox, gaps: PlatformGap[]): void {
  for (const gap of gaps) {
    const refused = refusals[gap]
    if (refused && hasGap(sandbox, gap)) {
      throw refusal(refused.message, refused.code === undefined ? {} : { code: refused.code })
    }
  }
}
