// One kind of step of a random history: what chance chooses of it, and what is done then.

import type fc from 'fast-check'
import type { Market } from './market.ts'

export type Act = {
  /** How often it is chosen, beside the others. */
  weight: number
  choice: fc.Arbitrary<object>
  // A method, so that each act may name the fields of its own choice.
  take(market: Market, choice: object): Promise<void>
}

export type Acts = Record<string, Act>

export function act<Choice extends object>(
  weight: number,
  choice: fc.Arbitrary<Choice>,
  take: (market: Market, choice: Choice) => Promise<unknown>,
): Act {
  return {
    weight,
    choice,
    async take(market: Market, of: Choice) {
      await take(market, of)
    },
  }
}
