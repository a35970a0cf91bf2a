// Taking the port, and saying plainly why it cannot be taken.

import { createServer } from 'node:net'
import type { Config } from '#server/config.ts'
import { StartProblem } from './start-problem.ts'

/** Asked before anything is built or started: otherwise the answer would come half a minute late. @throws StartProblem */
export async function refuseTakenPort({ host, port }: Config): Promise<void> {
  if (port === 0) return
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (cause: NodeJS.ErrnoException) => reject(listenProblem(cause, host, port)))
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

function listenProblem(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  if (cause.code === 'EADDRINUSE') {
    return new StartProblem(`Port ${port} is taken by another program: free it, or set PORT.`, {
      cause,
    })
  }
  return new StartProblem(`Cannot listen on ${host}:${port} (${cause.code}): set HOST and PORT.`, {
    cause,
  })
}
