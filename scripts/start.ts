// `npm start`: builds the web when it is not built yet, starts the shop, and on the first run its demo.

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig, type Config } from '../src/server/config.ts'
import { startShop, type Shop } from '../src/server/main.ts'
import { makeDataDir } from '../src/server/start/data-dir.ts'
import { refuseUnusableFfmpeg } from '../src/server/start/ffmpeg-program.ts'
import { refuseTakenPorts } from '../src/server/start/listen.ts'
import { outboxFolderOf } from '../src/server/start/open-parts.ts'
import { StartProblem } from '../src/server/start/start-problem.ts'
import { warningsOf } from '../src/server/start/start-warnings.ts'
import { ensureWebIsBuilt } from './build-web.ts'
import { endWith } from './end-with.ts'

const oldestNode = 26
const lookForNpmEveryMs = 200

const closing = new AbortController()
try {
  closeOnSignal()
  closeWithNpm()
  await start(closing.signal)
  process.exit(0)
} catch (error) {
  // Interrupted before it was open: what had been started by then is stopped again.
  if (closing.signal.aborted && error === closing.signal.reason) process.exit(0)
  endWith(error)
}

/** Comes back when the shop is closed again. @throws the signal's reason when it never opened */
async function start(signal: AbortSignal): Promise<void> {
  refuseOldNode()
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig()
  await refuseTakenPorts(config)
  await makeDataDir(config.dataDir)
  await refuseUnusableFfmpeg(config)
  if (!values.dev) await ensureWebIsBuilt(say, signal)

  signal.throwIfAborted()
  const shop = await startShop(config, {
    develop: values.dev,
    say,
    variables: definedOf(process.env),
    signal,
  })
  try {
    await openShop(shop, config, signal)
    if (!signal.aborted) await once(signal, 'abort')
  } catch (error) {
    // The demo hears of the signal, too.
    if (!signal.aborted) throw error
  } finally {
    await shop.stop()
  }
}

async function openShop(shop: Shop, config: Config, signal: AbortSignal): Promise<void> {
  // A real shop's image may come without the demo and the test card provider.
  const { seedDemo, describeDemo } = config.demo ? await import('./seed-demo.ts') : {}
  await seedDemo?.(shop, { say, signal })
  say('')
  say(`Undersong is open: ${shop.publicUrl}`)
  describeDemo?.(say)
  for (const warning of warningsOf(config)) say(warning)
  if (config.stripe === null) say('Test payments, no real money.')
  if (outboxFolderOf(config) !== null) say(`Emails are at ${config.localUrl}/dev/outbox`)
  say('Stop with Ctrl-C.')
}

function refuseOldNode(): void {
  const major = Number(process.versions.node.split('.')[0])
  if (major < oldestNode) {
    throw new StartProblem(
      `Undersong needs Node ${oldestNode}, this is ${process.version}: start it with "npm start", which brings its own.`,
    )
  }
}

/** npm passes a Ctrl-C on, so it may arrive twice: the second one changes nothing. */
function closeOnSignal(): void {
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
  process.on('SIGHUP', close)
}

function close(): void {
  if (closing.signal.aborted) return
  say('Closing')
  closing.abort()
}

/** Whoever kills npm means the shop: it would go on unseen, and hold its port and its folder. */
function closeWithNpm(): void {
  const { ppid, env } = process
  if (env['npm_lifecycle_event'] === undefined) return
  const watch = setInterval(() => {
    if (process.ppid !== ppid) close()
  }, lookForNpmEveryMs)
  watch.unref()
}

function definedOf(variables: NodeJS.ProcessEnv): Record<string, string> {
  const defined: Record<string, string> = {}
  for (const [name, value] of Object.entries(variables))
    if (value !== undefined) defined[name] = value
  return defined
}

/** Standard output is the log's alone. */
function say(line: string): void {
  console.error(line)
}
