// Provider errors caused by incomplete set-up of the operator's account, and what the operator must do.

const advice: Record<string, string> = {
  accounts_v2_access_blocked:
    'Accounts v2 is not enabled for this Stripe account: enable it in the Dashboard under Settings → Connect.',
  connect_profile_not_submitted:
    'The platform profile has not been submitted: fill it in in the Dashboard under Settings → Connect → Platform profile.',
  account_creation_liability_unacknowledged:
    'The responsibility for losses has not been acknowledged: do so in the Dashboard under Settings → Connect → Platform profile.',
}

export function platformAdvice(code: string | undefined): string | null {
  return advice[code ?? ''] ?? null
}
