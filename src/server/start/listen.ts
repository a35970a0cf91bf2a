// Checks the ports, and explains why one cannot be used.

import { createServer } from 'node:net'
import type { Config } from '#server/start/config.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, messageOf, StartProblem } from './start-problem.ts'

const sandboxEndsWithinMs = 3_000

/** Checked before anything is built or started: otherwise the error would come half a minute later. @throws StartProblem */
export async function refuseTakenPorts(config: Config): Promise<void> {
  const { host, port, sandboxHost, sandboxPort } = config
  await probePort(host, port).catch((cause: unknown) => {
    throw listenProblem(cause, config)
  })
  if (config.stripe !== null || config.sandboxUrl !== null) return
  // A sandbox whose app was just killed is about to end.
  const giveUpAt = Date.now() + sandboxEndsWithinMs
  for (;;) {
    try {
      return await probePort(sandboxHost, sandboxPort)
    } catch (cause) {
      if (Date.now() > giveUpAt) throw sandboxPortProblem(cause, sandboxPort)
      await pause(100)
    }
  }
}

function probePort(host: string, port: number): Promise<void> {
  if (port === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

function sandboxPortProblem(cause: unknown, port: number): StartProblem {
  const why = codeOf(cause) === 'EADDRINUSE' ? 'is taken by another program' : messageOf(cause)
  return new StartProblem(
    `Port ${port}, for the test card provider, ${why}: free it, or set SANDBOX_PORT.`,
    { cause },
  )
}

/** Another program may also have taken the port since the check. */
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
