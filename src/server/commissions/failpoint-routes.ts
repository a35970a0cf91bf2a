// Lets a test arm the failpoints of a whole process, which was started for that (FAILPOINTS=1).

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  failpointModes,
  failpointNames,
  type ArmedFailpoints,
  type Failpoints,
} from '#server/clock-and-failpoints/failpoints.ts'
import { parseInput } from '#server/http/input.ts'
import { refuseRemoteRequest } from '#server/http/local-requests.ts'

type Deps = { failpoints: Failpoints | ArmedFailpoints; publicUrl: string }

const armingSchema = z.object({
  name: z.enum(failpointNames),
  /** `off` disarms it. */
  mode: z.enum([...failpointModes, 'off']),
})

/** Nothing is served where they cannot be armed. Its body is JSON, which a foreign page in a local browser cannot send. */
export function serveFailpoints(app: FastifyInstance, { failpoints, publicUrl }: Deps): void {
  if (!('arm' in failpoints)) return
  const ownHostname = new URL(publicUrl).hostname

  app.post('/dev/failpoints', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    refuseRemoteRequest(request, ownHostname)
    const { name, mode } = parseInput(armingSchema, request.body)
    if (mode === 'off') failpoints.disarm(name)
    // Whoever arms it does not wait for the call that reaches it.
    else void failpoints.arm(name, mode)
    return { name, mode }
  })
}
