// The program of hosted-app.ts: runs apps one after another, at the message of the process that started it. Each has its own
// database, files, card provider and port, as in a process of its own; only the loaded modules are the same.

import { z } from 'zod'
import { startSandbox } from '../../../sandbox/start-sandbox.ts'
import { readConfig as readSandboxConfig } from '../../../sandbox/state/config.ts'
import { readConfig } from '../../../src/server/config.ts'
import { startApp } from '../../../src/server/main.ts'
import { readSecrets } from '../../../src/server/start/data-dir.ts'
import { sandboxVariables } from '../../../src/server/start/open-parts.ts'

const request = z.object({ open: z.record(z.string(), z.string()).optional() })

let open: AsyncDisposableStack | null = null

process.on('message', (message) => {
  answer(request.parse(message).open).then(
    () => process.send?.({ done: true }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})
// The worker of the tests has ended.
process.on('disconnect', () => {
  close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})

async function answer(variables: Record<string, string> | undefined): Promise<void> {
  // A file of tests that failed may have left its app open.
  await close()
  if (variables === undefined) return
  await using parts = new AsyncDisposableStack()
  const config = readConfig({ ...variables, DEMO: '0', SANDBOX_PORT: '0' })
  const secrets = await readSecrets(config.dataDir)
  const sandbox = await startSandbox(readSandboxConfig(sandboxVariables(config, secrets)))
  parts.defer(sandbox.close)
  const app = await startApp({ ...config, sandboxUrl: sandbox.url }, { log, variables: {} })
  parts.defer(app.stop)
  open = parts.move()
}

async function close(): Promise<void> {
  const closing = open
  open = null
  await closing?.disposeAsync()
}

function log(line: string): void {
  console.error(line)
}
