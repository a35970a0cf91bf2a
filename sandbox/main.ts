// The stand-in card provider as a process of its own: `node sandbox/main.ts`.
import { fstatSync } from 'node:fs'
import { ConfigError, readConfig, type Config } from './state/config.ts'
import { startSandbox } from './start-sandbox.ts'

try {
  await run(readConfig())
} catch (error) {
  const reason =
    error instanceof ConfigError ? error.message : `The payments sandbox: ${String(error)}`
  console.error(reason)
  process.exit(1)
}

async function run(config: Config): Promise<void> {
  const sandbox = await startSandbox(config).catch((error: unknown) => {
    throw reasonNotToStart(error, config)
  })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= sandbox.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  stopWithParent(stop)
  console.log(JSON.stringify({ ready: true, url: sandbox.url }))
}

function reasonNotToStart(error: unknown, config: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return new ConfigError(`SANDBOX_PORT ${config.port} is taken.`)
  if (error instanceof Error && error.message === 'database is locked') {
    return new ConfigError(`SANDBOX_DATA_DIR ${config.dataDir} is used by another sandbox.`)
  }
  return error
}

// A killed parent process sends no signal, but its pipe to stdin closes. A terminal or /dev/null is
// not such a pipe.
function stopWithParent(stop: () => void): void {
  const stdin = fstatSync(0)
  if (!stdin.isFIFO() && !stdin.isSocket()) return
  process.stdin.once('end', stop)
  process.stdin.once('close', stop)
  process.stdin.once('error', stop)
  process.stdin.resume()
}
