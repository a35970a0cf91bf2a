// Bad network days on order: what happens to the next API request.

export const mishaps = [
  'reset',
  'cut',
  'hang',
  '500',
  '429',
  'stored-500',
  'done-stored-500',
] as const
/**
 * `reset`, `cut`, `hang` and `500` come after the work was done, so only the answer is lost;
 * `429` comes before it. `stored-500` fails instead of the work, `done-stored-500` after it: both are
 * stored under the idempotency key, as the provider does with requests that began, and replayed.
 */
export type Mishap = (typeof mishaps)[number]

export interface Chaos {
  /** @param path only a request whose path contains this meets it. */
  plan: (mishap: Mishap, path?: string) => void
  take: (path: string) => Mishap | undefined
}

export function createChaos(): Chaos {
  const planned: { mishap: Mishap; path: string }[] = []
  return {
    plan: (mishap, path = '') => void planned.push({ mishap, path }),
    take(path) {
      const position = planned.findIndex((plan) => path.includes(plan.path))
      return position === -1 ? undefined : planned.splice(position, 1)[0]?.mishap
    },
  }
}
