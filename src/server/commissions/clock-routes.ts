// Moving the time of a trial: whoever tries the app sees deadlines pass without waiting for them.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { parseInput } from '#server/http/input.ts'
import { refuseRemoteRequest } from '#server/http/local-requests.ts'
import { addJob } from '#server/jobs/add-job.ts'

type Deps = {
  db: Db
  clock: Clock
  publicUrl: string
  moveClock: (seconds: number) => Promise<void>
}

const maxMoveSeconds = 400 * 24 * 3600
const moveSchema = z.object({ seconds: z.int().min(0).max(maxMoveSeconds) })

/** Its body is JSON, which a foreign page in a local browser cannot send. */
export function serveClock(app: FastifyInstance, { db, clock, publicUrl, moveClock }: Deps): void {
  const ownHostname = new URL(publicUrl).hostname

  app.post('/dev/clock', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    refuseRemoteRequest(request, ownHostname)
    await moveClock(parseInput(moveSchema, request.body).seconds)
    // Steps that are due by now do not wait for the next minute.
    await addJob(db, 'apply_commission_deadlines', {})
    await addJob(db, 'remind_of_commissions', {})
    return { now: clock.now().toISOString() }
  })
}
