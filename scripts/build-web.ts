// Builds the web when there is no build, or one of older sources; compresses what browsers will fetch.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { StartProblem } from '../src/server/start/start-problem.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const stampFile = `${root}build/sources.sha256`
const sources = [
  'src/{web,contracts,rules}/**/*',
  'public/**/*',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

if (import.meta.main) await ensureWebIsBuilt((line) => console.log(line))

/** @throws StartProblem when it has to be built and cannot be. */
export async function ensureWebIsBuilt(say: (line: string) => void): Promise<void> {
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
  await build(builder)
  await compressFiles()
  await writeFile(stampFile, stamp)
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

async function build(builder: string): Promise<void> {
  const child = spawn(process.execPath, [builder, 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new StartProblem(`The web could not be built:\n${output}`)
}

/** Done once here instead of at every request. */
async function compressFiles(): Promise<void> {
  for await (const name of glob('build/client/**/*.{js,css,svg,webmanifest}', { cwd: root })) {
    const file = `${root}${name}`
    const content = await readFile(file)
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
  }
}
