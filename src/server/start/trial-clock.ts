// The clock of a trial: real time, until somebody who tries the app moves it ahead (/dev/clock), together with that of
// the test card provider. Kept in the data folder, because the provider also keeps its own.

import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import { contentOf } from './data-dir.ts'

export type TrialClock = Clock & {
  /** Forward only. */
  advance: (seconds: number) => Promise<void>
}

type Provider = { url: string; key: string }

const storedSchema = z.object({ aheadMs: z.number().nonnegative() })

/** @throws StartProblem when the file cannot be read */
export async function openTrialClock(file: string, provider: Provider): Promise<TrialClock> {
  const stored = await contentOf(file)
  let { aheadMs } = stored === null ? { aheadMs: 0 } : storedSchema.parse(JSON.parse(stored))
  return {
    now: () => new Date(Date.now() + aheadMs),
    async advance(seconds) {
      await moveProvider(provider, seconds)
      aheadMs += seconds * 1000
      await writeFile(file, JSON.stringify({ aheadMs }))
    },
  }
}

async function moveProvider({ url, key }: Provider, seconds: number): Promise<void> {
  const moved = await fetch(`${url}/_control/clock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  })
  if (!moved.ok) throw new Error(`The test card provider did not move its clock: ${moved.status}`)
}
