// What an admin can do about an artist's debt.

/** After so long a debt waits for an admin: the artist's sales have not paid it. */
export const maxDebtDays = 180

/** `ask`: the artist is asked to pay; `write_off`: the platform bears it; `repay`: the artist has paid it to the operator's bank. */
export const debtDecisions = ['ask', 'write_off', 'repay'] as const
export type DebtDecision = (typeof debtDecisions)[number]

/** When a debt that exists since then waits for an admin. */
export function debtDueAt(owedSince: Date): Date {
  return new Date(owedSince.getTime() + maxDebtDays * 24 * 3_600_000)
}
