// A lease: a row names its holder until a time that the holder moves on while it works. What a killed process held is
// free soon afterwards, in all processes.

import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'

/** The statements that write one lease. Each names the holder, so that those of a former one change nothing. */
export type LeaseRow = {
  /** @throws Refusal when somebody else holds it */
  take: (holder: string, until: RawBuilder<Date>) => Promise<void>
  renew: (holder: string, until: RawBuilder<Date>) => Promise<void>
  end: (holder: string) => Promise<void>
}

type LeaseTerms = {
  /** After this time it ends by itself. It is renewed after each third of it. */
  seconds: number
  onNotRenewed: (error: unknown) => void
}

export type Lease = {
  holder: string
  /** At once, not only after the usual time. */
  renew: () => void
  end: () => Promise<void>
}

/** @throws Refusal of `take` */
export async function takeLease(
  row: LeaseRow,
  { seconds, onNotRenewed }: LeaseTerms,
): Promise<Lease> {
  const holder = randomUUID()
  const until = sql<Date>`now() + make_interval(secs => ${seconds})`
  await row.take(holder, until)
  const renew = () => void row.renew(holder, until).catch(onNotRenewed)
  const timer = setInterval(renew, (seconds * 1000) / 3)
  return {
    holder,
    renew,
    async end() {
      clearInterval(timer)
      await row.end(holder)
    },
  }
}
