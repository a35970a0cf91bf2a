// The app as a customer starts it: `npm start`, with its PostgreSQL, card provider, watchers and timers.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { connect } from '../src/server/db/client.ts'
import { findEmbeddedDatabase } from '../src/server/start/embedded-url.ts'
import { projectRoot } from '../scripts/run-program.ts'

const startTimeoutMs = 180_000

/** Without the demo, whose recordings would be rendered while the first requests are measured. */
export async function startCustomerApp(dataDir: string) {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DEMO: '0',
      PORT: String(port),
      SANDBOX_PORT: '0',
      // Each customer logs in from an address of its own: the log-ins of one are limited.
      TRUSTED_PROXIES: '1',
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  const opened = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Undersong is open')) resolve()
    })
  })
  const late = AbortSignal.timeout(startTimeoutMs)
  await Promise.race([opened, exited, once(late, 'abort')])
  const databaseUrl = await findEmbeddedDatabase(dataDir)
  if (!output.includes('Undersong is open') || databaseUrl === null) {
    child.kill()
    throw new Error(`The app did not open:\n${output}`)
  }
  const database = connect(databaseUrl, { onIdleError: () => undefined })
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    db: database.db,
    async close() {
      await database.close()
      child.kill('SIGINT')
      await exited
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Listening on a port, so the address is no path.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
