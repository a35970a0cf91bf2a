// `npm start`: builds the web if needed, starts the app, and creates the demo on the first start.

import { once } from 'node:events'
import { parseArgs } from 'node:util'
import type { Config } from '../src/server/start/config.ts'
import type { OpenApp } from '../src/server/main.ts'
import { takeDataDir } from '../src/server/start/data-dir.ts'
import { refuseUnusableFfmpeg } from '../src/server/start/ffmpeg-program.ts'
import { refuseTakenPorts } from '../src/server/start/listen.ts'
import { warningsOf } from '../src/server/start/start-warnings.ts'
import { ensureWebIsBuilt } from './build-web.ts'
import { endWith } from './end-with.ts'
import { readSettings } from './read-settings.ts'

const npmCheckEveryMs = 200

const closing = new AbortController()
let npmWatch: NodeJS.Timeout | undefined
try {
  closeOnSignal()
  closeWithNpm()
  await start(closing.signal)
  process.exit(0)
} catch (error) {
  // Interrupted during the start: the parts started so far have been stopped.
  if (closing.signal.aborted && error === closing.signal.reason) process.exit(0)
  endWith(error)
}

/** Resolves when the app has stopped. @throws the signal's reason when the start was interrupted */
async function start(signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
  const config = readSettings()
  await refuseTakenPorts(config)
  // Before the build: it would replace the files of an app that runs, and a full disk would fail there first.
  const dataDir = await takeDataDir(config.dataDir)
  try {
    await refuseUnusableFfmpeg(config)
    if (!values.dev) await ensureWebIsBuilt(log, signal)
    await runApp(config, { develop: values.dev, signal })
  } finally {
    await dataDir.release()
  }
}

async function runApp(
  config: Config,
  { develop, signal }: { develop: boolean; signal: AbortSignal },
): Promise<void> {
  // Loaded only now: the rest of the app takes longer to load than all checks before.
  const { startApp } = await import('../src/server/main.ts')
  signal.throwIfAborted()
  const variables = definedOf(process.env)
  const instance = await startApp(config, { develop, log, variables, signal })
  let demo: { rest: Promise<void> } | undefined
  try {
    demo = await seedAndAnnounce(instance, config, signal)
    if (!signal.aborted) await once(signal, 'abort')
  } catch (error) {
    // The demo also throws the signal's reason.
    if (!signal.aborted) throw error
  } finally {
    // What the demo has paid at the card provider is also recorded.
    await demo?.rest
    await instance.stop()
  }
}

async function seedAndAnnounce(
  instance: OpenApp,
  config: Config,
  signal: AbortSignal,
): Promise<{ rest: Promise<void> } | undefined> {
  // A production image may not contain the demo and the test card provider.
  const { seedDemo, describeDemo } = config.demo ? await import('./seed-demo.ts') : {}
  const demo = await seedDemo?.(instance, { log, signal })
  log('')
  log(`Undersong is open: ${instance.publicUrl}`)
  describeDemo?.(log)
  for (const warning of warningsOf(config)) log(warning)
  if (config.stripe === null) log('Test payments, no real money.')
  const { outboxFolderOf } = await import('../src/server/start/open-parts.ts')
  if (outboxFolderOf(config) !== null) log(`Emails are at ${config.localUrl}/dev/outbox`)
  log('Stop with Ctrl-C.')
  return demo
}

/** npm forwards a Ctrl-C, so the signal may arrive twice: the second one has no effect. */
function closeOnSignal(): void {
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
  // Checked now: after the terminal is closed, isTTY is false.
  const hadTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
  process.on('SIGHUP', () => {
    // The terminal is closed. Started without one, as with nohup, the app keeps running; npm, which also gets SIGHUP, may end.
    if (hadTerminal) close()
    else clearInterval(npmWatch)
  })
}

function close(): void {
  if (closing.signal.aborted) return
  log('Closing')
  closing.abort()
}

/** When npm is killed, the app stops too: otherwise it would run on unnoticed and block its port and folder. */
function closeWithNpm(): void {
  const { ppid, env } = process
  if (env['npm_lifecycle_event'] === undefined) return
  npmWatch = setInterval(() => {
    if (process.ppid !== ppid) close()
  }, npmCheckEveryMs)
  npmWatch.unref()
}

function definedOf(variables: NodeJS.ProcessEnv): Record<string, string> {
  const defined: Record<string, string> = {}
  for (const [name, value] of Object.entries(variables))
    if (value !== undefined) defined[name] = value
  return defined
}

/** Standard output is reserved for the log. */
function log(line: string): void {
  console.error(line)
}
