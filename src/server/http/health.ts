// What a supervisor asks: is the process alive, and can it serve.

import type { FastifyInstance } from 'fastify'

/** Each check throws when its part does not answer. */
export type ReadinessChecks = Record<string, () => Promise<unknown>>

const alivePath = '/healthz'
const readyPath = '/readyz'
export const healthPaths = new Set([alivePath, readyPath])

const patienceMs = 3_000

export function serveHealth(app: FastifyInstance, checks: ReadinessChecks): void {
  app.get(alivePath, async () => ({ status: 'alive' }))

  app.get(readyPath, async (_request, reply) => {
    const missing: string[] = []
    await Promise.all(
      Object.entries(checks).map(([name, check]) =>
        withinPatience(check()).catch((error: unknown) => {
          app.log.warn({ err: error, part: name }, 'not ready')
          missing.push(name)
        }),
      ),
    )
    if (missing.length === 0) return { status: 'ready' }
    return reply.code(503).send({ status: 'not ready', missing: missing.toSorted() })
  })
}

async function withinPatience(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs)
  })
  try {
    await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
