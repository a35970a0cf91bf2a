import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../requests/operations.ts'
import { createContract } from './contract.ts'
import { ensureContract, sharedContractFile } from './extract-contract.ts'

const document = await ensureContract(sharedContractFile)
const contract = createContract(document)

test('the contract is of the API version the installed package speaks', () => {
  expect(contract.apiVersion).toBe('2026-10-28.endive')
  expect(document.operations.length).toBeGreaterThan(30)
})

test('the contract covers every operation the sandbox serves', () => {
  const known = new Set(document.operations.map(({ name }) => name))
  expect(operations.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test('a response that breaks the contract is reported', () => {
  const matched = contract.match('GET', '/v1/balance')
  if (!matched) throw new Error('No balance in the contract.')
  expect(contract.responseProblems(matched.operation, { object: 'balance' })).not.toEqual([])
  expect(contract.eventProblems({ type: 'charge.succeeded' })).not.toEqual([])
})

test.each([
  ['another package version', document.madeFrom.replace(/^stripe@\S+/, 'stripe@1.0.0')],
  ['another extractor', document.madeFrom.replace(/extractor@\S+$/, 'extractor@0')],
])('a contract of %s is extracted again, a current one is reused', async (_case, madeFrom) => {
  using folder = newFolder()
  const file = join(folder.path, 'contract.json')
  expect(madeFrom).not.toBe(document.madeFrom)
  writeFileSync(file, JSON.stringify({ ...document, madeFrom }))
  await expect(ensureContract(file)).resolves.toEqual(document)
  const extractedAt = statSync(file).mtimeMs
  await ensureContract(file)
  expect(statSync(file).mtimeMs).toBe(extractedAt)
  expect(readdirSync(folder.path)).toEqual(['contract.json'])
  // The compiler's memory must not stay in the sandbox's process.
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  expect(loaded.filter((path) => path.includes('/typescript-5/'))).toEqual([])
})

test('a contract that cannot be stored is reported with the reason', async () => {
  using folder = newFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  await expect(ensureContract(join(file, 'contract.json'))).rejects.toThrow('EEXIST')
})

function newFolder() {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-contract-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}
