// Fault injection: what goes wrong with the next API request.

export const faults = [
  'reset',
  'cut',
  'hang',
  '500',
  '429',
  'stored-500',
  'done-stored-500',
] as const
/**
 * With `reset`, `cut`, `hang` and `500` the work is done and only the response is lost; with `429` the
 * work is not done. `stored-500` fails instead of the work, `done-stored-500` after it: both are stored
 * under the idempotency key and replayed, as the provider does with requests whose operation began.
 */
export type Fault = (typeof faults)[number]

export interface FaultInjector {
  /** @param path limits the fault to requests whose path contains it. */
  plan: (fault: Fault, path?: string) => void
  take: (path: string) => Fault | undefined
  /** What is planned does not happen any more. Returns how many that were. */
  clear: () => number
}

export function createFaultInjector(): FaultInjector {
  const planned: { fault: Fault; path: string }[] = []
  return {
    plan: (fault, path = '') => void planned.push({ fault, path }),
    take(path) {
      const position = planned.findIndex((plan) => path.includes(plan.path))
      return position === -1 ? undefined : planned.splice(position, 1)[0]?.fault
    },
    clear: () => planned.splice(0).length,
  }
}
