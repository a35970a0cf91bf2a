// Builds the web when the build is missing or of older sources, and compresses the files for browsers.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { endChild, endingOnAbort } from '../src/server/start/processes.ts'
import { codeOf, isFull, StartProblem } from '../src/server/start/start-problem.ts'
import { endWith } from './end-with.ts'
import { projectRoot } from './run-program.ts'

const sources = [
  'src/{web,contracts,rules}/**/*',
  'public/**/*',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** @throws StartProblem when it must be built and cannot be, or the signal's reason. */
export async function ensureWebIsBuilt(
  log: (line: string) => void,
  signal?: AbortSignal,
  root = projectRoot,
): Promise<void> {
  const stampFile = join(root, 'build/sources.sha256')
  const stamp = hashOfSources(root)
  const isBuilt = existsSync(join(root, 'build/server/index.js'))
  if (isBuilt && (await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return
  const builder = join(root, 'node_modules/@react-router/dev/dist/cli/index.js')
  if (!existsSync(builder)) throw builderIsMissing(root, isBuilt)
  log('Building the web (once)')
  try {
    // An interrupted build must not be mistaken for a complete one.
    await rm(stampFile, { force: true })
    await build(root, builder, signal)
    await compressFiles(root)
    await writeFile(stampFile, stamp)
  } catch (cause) {
    if (isFull(cause)) throw diskIsFull(root)
    const code = codeOf(cause)
    if (unwritable.test(code)) throw cannotBeWritten(root, code)
    throw cause
  }
}

/** A production image contains the build, but not the build tools. */
function builderIsMissing(root: string, isBuilt: boolean): StartProblem {
  const why = isBuilt ? `was built from other sources than those in ${root}` : 'is not built'
  return new StartProblem(
    `The web ${why}, and the tools to build it are not installed: run "npm ci && npm run build" first.`,
  )
}

const unwritable = /^(EACCES|EPERM|EROFS)$/

function diskIsFull(root: string): StartProblem {
  return new StartProblem(`The web could not be built: the disk of ${root} is full.`)
}

function cannotBeWritten(root: string, code: string): StartProblem {
  return new StartProblem(
    `The web has to be built, and ${root} cannot be written (${code}): run "npm run build" as a user who may, or before the folder is made read-only.`,
  )
}

/** Uses names relative to the project, so that a moved or copied project does not need a new build. */
function hashOfSources(root: string): string {
  const names = globSync(sources, { cwd: root, withFileTypes: true })
    // Tests are not part of the build, and an image may leave them out.
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  const hash = createHash('sha256')
  for (const name of names.toSorted()) {
    hash.update(`${name}\0`).update(readFileSync(join(root, name)))
  }
  return hash.digest('hex')
}

async function build(
  root: string,
  builder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const child = spawn(process.execPath, [builder, 'build'], {
    cwd: root,
    // With a test runner's NODE_ENV it would build React for development, which is 50 % larger.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const end = () => endChild(child, { signal: 'SIGTERM', timeoutMs: 5_000 })
  if ((await endingOnAbort(ended, end, signal)) === 0) return
  // Ctrl-C in a terminal ends the builder as well, and our own signal handler may run a moment later.
  await setImmediate()
  signal?.throwIfAborted()
  if (/ENOSPC|EDQUOT|No space left/.test(output)) throw diskIsFull(root)
  const [code] = /\b(?:EACCES|EPERM|EROFS)\b/.exec(output) ?? []
  if (code !== undefined) throw cannotBeWritten(root, code)
  throw new StartProblem(`The web could not be built:\n${output}`)
}

/** Compressed once here instead of at every request. */
async function compressFiles(root: string): Promise<void> {
  for await (const name of glob('build/client/**/*.{js,mjs,css,svg,webmanifest}', { cwd: root })) {
    const file = join(root, name)
    const content = await readFile(file)
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
  }
}

// At the end: what is awaited here uses the constants above.
if (import.meta.main) await ensureWebIsBuilt((line) => console.log(line)).catch(endWith)
