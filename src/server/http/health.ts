// Health checks for a supervisor: whether the process is alive, and whether it can serve requests.

import type { FastifyInstance } from 'fastify'

/** Each throws when its part does not respond. */
type Checks = Record<string, () => Promise<unknown>>

export type ReadinessChecks = {
  /** Without these the process cannot serve requests. */
  needed: Checks
  /** Without these some work is delayed; sending visitors to another process would not help. */
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
    const impairment = impaired.length === 0 ? {} : { impaired }
    if (missing.length === 0) return { status: 'ready', ...impairment }
    return reply.code(503).send({ status: 'not ready', missing, ...impairment })
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

async function withinTimeout(check: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no response in time')), timeoutMs)
  })
  try {
    await Promise.race([check, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
