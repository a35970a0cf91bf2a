// Further processes on the same port: the kernel distributes connections (SO_REUSEPORT). A process that ends is replaced.

import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Log } from './open-parts.ts'
import { endChild } from './processes.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const replaceAfterMs = 1_000

export function startWebProcesses(
  count: number,
  { variables, log }: { variables: Record<string, string>; log: Log },
): { stop: () => Promise<void> } {
  const children = new Set<ChildProcess>()
  const timers = new Set<NodeJS.Timeout>()
  let stopping = false

  function startOne(): void {
    const child = spawn(process.execPath, ['scripts/web-process.ts'], {
      cwd: root,
      env: variables,
      detached: true,
      // It ends by itself when this pipe closes, so none outlives this process.
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    children.add(child)
    child.once('exit', (code) => {
      children.delete(child)
      if (stopping) return
      log(`A web process ended (${code}) and is replaced.`)
      const timer = setTimeout(() => {
        timers.delete(timer)
        startOne()
      }, replaceAfterMs)
      timers.add(timer)
    })
  }

  for (let started = 0; started < count; started++) startOne()
  return {
    async stop() {
      stopping = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(
        [...children].map((child) => endChild(child, { signal: 'SIGTERM', timeoutMs: 20_000 })),
      )
    },
  }
}
