// Builds the web when there is no build, or one of older sources; compresses what browsers will fetch.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { endChild, endingOnAbort } from '../src/server/start/processes.ts'
import { isFull, StartProblem } from '../src/server/start/start-problem.ts'
import { endWith } from './end-with.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const stampFile = `${root}build/sources.sha256`
const sources = [
  'src/{web,contracts,rules}/**/*',
  'public/**/*',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

if (import.meta.main) await ensureWebIsBuilt((line) => console.log(line)).catch(endWith)

/** @throws StartProblem when it has to be built and cannot be, or the signal's reason. */
export async function ensureWebIsBuilt(
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const builder = `${root}node_modules/@react-router/dev/dist/cli/index.js`
  const isBuilt = existsSync(`${root}build/server/index.js`)
  // A production image brings its build, and no builder.
  if (!existsSync(builder)) {
    if (isBuilt) return
    throw new StartProblem(
      'The web is not built, and the tools to build it are not installed: run "npm ci && npm run build" first.',
    )
  }
  const stamp = await hashOfSources()
  if (isBuilt && (await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return
  say('Building the web (once)')
  try {
    // Half a build must not pass for the whole one it replaces.
    await rm(stampFile, { force: true })
    await build(builder, signal)
    await compressFiles()
    await writeFile(stampFile, stamp)
  } catch (cause) {
    if (isFull(cause)) throw diskIsFull()
    throw cause
  }
}

function diskIsFull(): StartProblem {
  return new StartProblem(`The web could not be built: the disk of ${root} is full.`)
}

async function hashOfSources(): Promise<string> {
  const names: string[] = []
  for (const pattern of sources) {
    for await (const entry of glob(pattern, { cwd: root, withFileTypes: true })) {
      if (entry.isFile()) names.push(`${entry.parentPath}/${entry.name}`)
    }
  }
  const hash = createHash('sha256')
  for (const name of names.toSorted()) hash.update(name).update(await readFile(name))
  return hash.digest('hex')
}

async function build(builder: string, signal: AbortSignal | undefined): Promise<void> {
  const child = spawn(process.execPath, [builder, 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const end = () => endChild(child, { signal: 'SIGTERM', patienceMs: 5_000 })
  if ((await endingOnAbort(ended, end, signal)) === 0) return
  // Ctrl-C in a terminal ends the builder as well, and may be heard by us a moment later.
  await setImmediate()
  signal?.throwIfAborted()
  if (/ENOSPC|EDQUOT|No space left/.test(output)) throw diskIsFull()
  throw new StartProblem(`The web could not be built:\n${output}`)
}

/** Done once here instead of at every request. */
async function compressFiles(): Promise<void> {
  for await (const name of glob('build/client/**/*.{js,css,svg,webmanifest}', { cwd: root })) {
    const file = `${root}${name}`
    const content = await readFile(file)
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
  }
}
