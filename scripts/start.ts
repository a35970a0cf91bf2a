// `npm start`: builds the web when it is not built yet, starts the shop, and on the first run its demo.

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigProblem, readConfig, type Config } from '../src/server/config.ts'
import { startShop, type Shop } from '../src/server/main.ts'
import { refuseTakenPort } from '../src/server/start/listen.ts'
import { StartProblem } from '../src/server/start/start-problem.ts'
import { ensureWebIsBuilt } from './build-web.ts'

const oldestNode = 26

try {
  await start()
} catch (error) {
  const isForTheOperator = error instanceof ConfigProblem || error instanceof StartProblem
  console.error(isForTheOperator ? error.message : error)
  process.exit(1)
}

async function start(): Promise<void> {
  refuseOldNode()
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig()
  await refuseTakenPort(config)
  if (!values.dev) await ensureWebIsBuilt(say)

  const shop = await startShop(config, {
    develop: values.dev,
    say,
    variables: definedOf(process.env),
  })
  try {
    await openShop(shop, config)
  } catch (error) {
    await shop.stop()
    throw error
  }
}

async function openShop(shop: Shop, config: Config): Promise<void> {
  const demo = new AbortController()
  stopOnSignal(shop, demo)
  // A real shop's image may come without the demo and the test card provider.
  const { seedDemo, describeDemo } = config.demo ? await import('./seed-demo.ts') : {}
  await seedDemo?.(shop, { say, signal: demo.signal })
  say('')
  say(`Undersong is open: ${shop.publicUrl}`)
  describeDemo?.(say)
  if (config.stripe === null) {
    say(`Test payments, no real money. Letters are at ${shop.publicUrl}/dev/outbox`)
  }
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
function stopOnSignal(shop: Shop, demo: AbortController): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    say('Closing')
    demo.abort()
    shop.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
}

function definedOf(variables: NodeJS.ProcessEnv): Record<string, string> {
  const defined: Record<string, string> = {}
  for (const [name, value] of Object.entries(variables))
    if (value !== undefined) defined[name] = value
  return defined
}

function say(line: string): void {
  console.log(line)
}
