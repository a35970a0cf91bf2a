// Health checks for a supervisor: whether the process is alive, and whether it can serve requests.

import type { FastifyInstance } from 'fastify'

/** Each throws when its part does not respond. */
type Checks = Record<string, () => Promise<unknown>>

export type ReadinessChecks = {
  /** Without these the process cannot serve requests. */
  needed: Checks
  /** Without these some work is delayed; sending visitors to another process would not help. */
  useful: Checks
  /** The names of what is wrong although every part responds. */
  findProblems?: () => Promise<string[]>
}

const alivePath = '/healthz'
const readyPath = '/readyz'
export const healthPaths = new Set([alivePath, readyPath])

const timeoutMs = 3_000

export function serveHealth(
  app: FastifyInstance,
  { needed, useful, findProblems = async () => [] }: ReadinessChecks,
): void {
  app.get(alivePath, async () => ({ status: 'alive' }))

  app.get(readyPath, async (_request, reply) => {
    const [missing, failing, problems] = await Promise.all([
      findFailing(needed, 'not ready'),
      findFailing(useful, 'impaired'),
      findViolated(),
    ])
    const impaired = [...failing, ...problems].toSorted()
    const impairment = impaired.length === 0 ? {} : { impaired }
    if (missing.length === 0) return { status: 'ready', ...impairment }
    return reply.code(503).send({ status: 'not ready', missing, ...impairment })
  })

  async function findViolated(): Promise<string[]> {
    return withinTimeout(findProblems()).catch((error: unknown) => {
      app.log.warn({ err: error, part: 'invariants' }, 'impaired')
      return ['invariants']
    })
  }

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

async function withinTimeout<Result>(check: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no response in time')), timeoutMs)
  })
  try {
    return await Promise.race([check, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
