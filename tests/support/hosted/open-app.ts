// Opens an app inside this process, with its own database, files, card provider and port, as in a process of its own.

import { startSandbox } from '../../../sandbox/start-sandbox.ts'
import { readConfig as readSandboxConfig } from '../../../sandbox/state/config.ts'
import { readConfig } from '../../../src/server/start/config.ts'
import { startApp } from '../../../src/server/main.ts'
import { readSecrets } from '../../../src/server/start/data-dir.ts'
import { sandboxVariables } from '../../../src/server/start/open-parts.ts'
import { patient } from './patient.ts'

/** Disposing closes the app. */
export async function openApp(variables: Record<string, string>): Promise<AsyncDisposableStack> {
  await using parts = new AsyncDisposableStack()
  const config = readConfig({ ...patient, ...variables, DEMO: '0', SANDBOX_PORT: '0' })
  const secrets = await readSecrets(config.dataDir)
  const sandbox = await startSandbox(readSandboxConfig(sandboxVariables(config, secrets)))
  parts.defer(sandbox.close)
  const app = await startApp({ ...config, sandboxUrl: sandbox.url }, { log, variables: {} })
  parts.defer(app.stop)
  return parts.move()
}

function log(line: string): void {
  console.error(line)
}
