import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

test('a contract of another package version is extracted again, a current one is reused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-contract-'))
  const file = join(folder, 'contract.json')
  writeFileSync(file, JSON.stringify({ ...document, madeFrom: 'stripe@1.0.0' }))
  await expect(ensureContract(file)).resolves.toEqual(document)
  const made = statSync(file).mtimeMs
  await ensureContract(file)
  expect(statSync(file).mtimeMs).toBe(made)
  rmSync(folder, { recursive: true })
})
