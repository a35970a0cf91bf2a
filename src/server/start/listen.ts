// Taking the port, and saying plainly why it cannot be taken.

import { createServer } from 'node:net'
import type { Config } from '#server/config.ts'
import { codeOf, messageOf, StartProblem } from './start-problem.ts'

/** Asked before anything is built or started: otherwise the answer would come half a minute late. @throws StartProblem */
export async function refuseTakenPort({ host, port }: Config): Promise<void> {
  if (port === 0) return
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (cause) => reject(listenProblem(cause, { host, port })))
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

/** The port may have been taken since it was asked for, too. */
export function listenProblem(
  cause: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
): StartProblem {
  if (codeOf(cause) === 'EADDRINUSE') {
    return new StartProblem(`Port ${port} is taken by another program: free it, or set PORT.`, {
      cause,
    })
  }
  const why = codeOf(cause) || messageOf(cause)
  return new StartProblem(`Cannot listen on ${host}:${port} (${why}): set HOST and PORT.`, {
    cause,
  })
}
