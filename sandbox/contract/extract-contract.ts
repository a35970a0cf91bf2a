// Stores the extracted contract, and extracts it again when the stripe package or the extractor changes.
// Run as a program it extracts: node sandbox/contract/extract-contract.ts contract.json
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ContractDocument } from './json-schema.ts'

// The package does not export its package.json; its entry file is one folder below the root.
const stripePackage = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..')

/** For tests: stored once per checkout, because another checkout may have another package or extractor. */
export const sharedContractFile = join(stripePackage, '../.cache/undersong/stripe-contract.json')

/** The contract stored in `file`; extracted first (about 3 s) unless it matches package and extractor. */
export async function ensureContract(file: string): Promise<ContractDocument> {
  const origin = currentOrigin()
  const existing = readContract(file)
  if (existing?.madeFrom === origin) return existing
  await extractInChildProcess(file)
  const extracted = readContract(file)
  if (extracted?.madeFrom === origin) return extracted
  throw new Error(`The contract could not be stored in ${file}.`)
}

// When the child process ends, the memory of the TypeScript compiler (300 MB) is free again. In this
// process, a worker thread included, it would stay allocated as long as the sandbox runs.
function extractInChildProcess(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [import.meta.filename, file], (error, _stdout, stderr) => {
      if (error) reject(new Error(stderr.trim() || error.message))
      else resolve()
    })
  })
}

async function writeContract(file: string): Promise<void> {
  const parentPid = process.ppid
  mkdirSync(dirname(file), { recursive: true })
  const { contractOfPackage } = await import('./contract-of-package.ts')
  const contract = { madeFrom: currentOrigin(), ...contractOfPackage(stripePackage) }
  // The parent process was killed meanwhile, and its folder may be deleted.
  if (process.ppid !== parentPid) return
  // Two processes may write it at once; after a rename no process reads half a file.
  const draft = `${file}.${randomUUID()}.draft`
  writeFileSync(draft, JSON.stringify(contract))
  renameSync(draft, file)
}

function readContract(file: string): ContractDocument | undefined {
  try {
    const contract: ContractDocument = JSON.parse(readFileSync(file, 'utf8'))
    return contract
  } catch {
    return undefined
  }
}

function currentOrigin(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(stripePackage, 'package.json'), 'utf8'),
  )
  const extractor = createHash('sha256')
  for (const name of readdirSync(import.meta.dirname).toSorted()) {
    if (/^(?!.*\.test\.).*\.ts$/.test(name)) {
      extractor.update(readFileSync(join(import.meta.dirname, name)))
    }
  }
  return `stripe@${version} extractor@${extractor.digest('hex').slice(0, 16)}`
}

if (import.meta.main) {
  try {
    const [file] = process.argv.slice(2)
    if (!file) throw new Error('Name the file to write: extract-contract.ts contract.json')
    await writeContract(file)
  } catch (error) {
    console.error(String(error))
    process.exitCode = 1
  }
}
