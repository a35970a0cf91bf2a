// Stores the extracted contract, and extracts it again when the stripe package or the extractor changes.
//
//   node sandbox/contract/extract-contract.ts contract.json
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
  const existing = readContract(file)
  return existing?.madeFrom === currentOrigin() ? existing : await writeContract(file)
}

async function writeContract(file: string): Promise<ContractDocument> {
  // Loaded only here: loading the TypeScript compiler takes half a second, which a normal start does not need.
  const { contractOfPackage } = await import('./contract-of-package.ts')
  const contract = { madeFrom: currentOrigin(), ...contractOfPackage(stripePackage) }
  mkdirSync(dirname(file), { recursive: true })
  // Two processes may write it at once; after a rename no process reads half a file.
  const draft = `${file}.${randomUUID()}.draft`
  writeFileSync(draft, JSON.stringify(contract))
  renameSync(draft, file)
  return contract
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
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('Name the file to write: extract-contract.ts contract.json')
  await ensureContract(file)
}
