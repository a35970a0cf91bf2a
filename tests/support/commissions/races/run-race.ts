// Runs a race in a certain order, and compares what became of it with the table.

import { setTimeout } from 'node:timers/promises'
import { ownedStatuses, type CommissionStatus } from '#rules/commissions/commission-process.ts'
import { waitingForLocks } from '../../lock-waiters.ts'
import type { End, Race } from './races.ts'
import type { RaceFixture, Prepared } from './race-fixture.ts'

type Order = { race: Race; prepared: Prepared; first: 0 | 1 }

/** The second side begins when the first one holds the commission. Returns their codes, in the order of the table. */
export async function inOrder(
  fixture: RaceFixture,
  { race, prepared, first }: Order,
): Promise<[string, string]> {
  const { failpoints } = fixture.app
  const [one, other] = first === 0 ? race.sides : [race.sides[1], race.sides[0]]
  const reached = one.holds === null ? null : failpoints.arm(one.holds, 'pause')
  const ending = one.act(fixture, prepared)
  if (reached === null) await ending
  else if ((await Promise.race([reached, ending])) !== undefined) {
    throw new Error(`${race.name}: ${await ending} before ${one.holds}`)
  }
  const following = other.act(fixture, prepared)
  await untilStopped(fixture, following)
  if (one.holds !== null) failpoints.disarm(one.holds)
  const codes = [await ending, await following] as const
  return first === 0 ? [...codes] : [codes[1], codes[0]]
}

/** Until it waits for a lock, or has ended. */
async function untilStopped({ app }: RaceFixture, call: Promise<unknown>): Promise<void> {
  const ended = call.then(
    () => true,
    () => true,
  )
  while ((await waitingForLocks(app)) === 0) {
    if (await Promise.race([ended, setTimeout(5, false)])) return
  }
}

type Result = { codes: [string, string] } & Awaited<ReturnType<RaceFixture['resultOf']>>

const isOwnedStatus = new Set<CommissionStatus>(ownedStatuses)

/** The end as a result: of several possible codes the one that was answered, if it is among them. */
export function endOf({ codes, ...end }: End, answered: Pick<Result, 'codes'>): Result {
  const codeOf = (side: 0 | 1) => {
    const [code = ''] = [codes[side]]
      .flat()
      .toSorted((one) => (one === answered.codes[side] ? -1 : 1))
    return code
  }
  return { codes: [codeOf(0), codeOf(1)], ...resultOf(end) }
}

/** In the form in which a fixture tells what became of a commission. */
export function resultOf({ transfers = [], refunds = [], ...end }: Omit<End, 'codes'>) {
  return {
    status: end.status,
    steps: [...end.steps],
    transfers: [...transfers],
    refunds: [...refunds],
    isOwned: isOwnedStatus.has(end.status) && !end.isTakenBack,
  }
}
