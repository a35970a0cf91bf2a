// What a supervisor asks: is the process alive, and can it serve.

import type { FastifyInstance } from 'fastify'

/** Each throws when its part does not answer. */
type Checks = Record<string, () => Promise<unknown>>

export type ReadinessChecks = {
  /** Without these the process cannot answer its visitors. */
  needed: Checks
  /** Without these something waits; to send visitors elsewhere would help nobody. */
  useful: Checks
}

const alivePath = '/healthz'
const readyPath = '/readyz'
export const healthPaths = new Set([alivePath, readyPath])

const timeoutMs = 3_000

export function serveHealth(app: FastifyInstance, { needed, useful }: ReadinessChecks): void {
  app.get(alivePath, async () => ({ status: 'alive' }))

  app.get(readyPath, async (_request, reply) => {
    const [missing, impaired] = await Promise.all([
      findFailing(needed, 'not ready'),
      findFailing(useful, 'impaired'),
    ])
    const output = impaired.length === 0 ? {} : { impaired }
    if (missing.length === 0) return { status: 'ready', ...output }
    return reply.code(503).send({ status: 'not ready', missing, ...output })
  })

  async function findFailing(checks: Checks, message: string): Promise<string[]> {
    const failing: string[] = []
    await Promise.all(
      Object.entries(checks).map(([name, check]) =>
        withinTimeout(check()).catch((error: unknown) => {
          app.log.warn({ err: error, part: name }, message)
          failing.push(name)
        }),
      ),
    )
    return failing.toSorted()
  }
}

async function withinTimeout(response: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs)
  })
  try {
    await Promise.race([response, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
