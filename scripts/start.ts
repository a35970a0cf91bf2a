// `npm start`: builds the web when it is not built yet, starts the shop, and on the first run its demo.

import { once } from 'node:events'
import { parseArgs } from 'node:util'
import type { Config } from '../src/server/config.ts'
import { startApp, type OpenApp } from '../src/server/main.ts'
import { makeDataDir } from '../src/server/start/data-dir.ts'
import { refuseUnusableFfmpeg } from '../src/server/start/ffmpeg-program.ts'
import { refuseTakenPorts } from '../src/server/start/listen.ts'
import { outboxFolderOf } from '../src/server/start/open-parts.ts'
import { warningsOf } from '../src/server/start/start-warnings.ts'
import { ensureWebIsBuilt } from './build-web.ts'
import { endWith } from './end-with.ts'
import { readSettings } from './read-settings.ts'

const lookForNpmEveryMs = 200

const closing = new AbortController()
let npmWatch: NodeJS.Timeout | undefined
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
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
  const config = readSettings()
  await refuseTakenPorts(config)
  await makeDataDir(config.dataDir)
  await refuseUnusableFfmpeg(config)
  if (!values.dev) await ensureWebIsBuilt(log, signal)

  signal.throwIfAborted()
  const site = await startApp(config, {
    develop: values.dev,
    log,
    variables: definedOf(process.env),
    signal,
  })
  try {
    await openApp(site, config, signal)
    if (!signal.aborted) await once(signal, 'abort')
  } catch (error) {
    // The demo hears of the signal, too.
    if (!signal.aborted) throw error
  } finally {
    await site.stop()
  }
}

async function openApp(site: OpenApp, config: Config, signal: AbortSignal): Promise<void> {
  // A real shop's image may come without the demo and the test card provider.
  const { seedDemo, describeDemo } = config.demo ? await import('./seed-demo.ts') : {}
  await seedDemo?.(site, { log, signal })
  log('')
  log(`Undersong is open: ${site.publicUrl}`)
  describeDemo?.(log)
  for (const warning of warningsOf(config)) log(warning)
  if (config.stripe === null) log('Test payments, no real money.')
  if (outboxFolderOf(config) !== null) log(`Emails are at ${config.localUrl}/dev/outbox`)
  log('Stop with Ctrl-C.')
}

/** npm passes a Ctrl-C on, so it may arrive twice: the second one changes nothing. */
function closeOnSignal(): void {
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
  // Asked now: a terminal that is gone is none any more.
  const hadTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
  process.on('SIGHUP', () => {
    // Its terminal is gone. With none it was meant to go on, as behind nohup; npm, which hears it too, may end.
    if (hadTerminal) close()
    else clearInterval(npmWatch)
  })
}

function close(): void {
  if (closing.signal.aborted) return
  log('Closing')
  closing.abort()
}

/** Whoever kills npm means the shop: it would go on unseen, and hold its port and its folder. */
function closeWithNpm(): void {
  const { ppid, env } = process
  if (env['npm_lifecycle_event'] === undefined) return
  npmWatch = setInterval(() => {
    if (process.ppid !== ppid) close()
  }, lookForNpmEveryMs)
  npmWatch.unref()
}

function definedOf(variables: NodeJS.ProcessEnv): Record<string, string> {
  const defined: Record<string, string> = {}
  for (const [name, value] of Object.entries(variables))
    if (value !== undefined) defined[name] = value
  return defined
}

/** Standard output is the log's alone. */
function log(line: string): void {
  console.error(line)
}
