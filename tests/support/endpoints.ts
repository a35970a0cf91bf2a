// Every call of the contracts, found in their files: what is added there is tested and attacked without being named again.

import { basename } from 'node:path/posix'
import type { Endpoint } from '#contracts/endpoint.ts'
import { filesUnder } from './project-files.ts'

export async function allEndpoints(): Promise<Endpoint[]> {
  const found: Endpoint[] = []
  for (const file of filesUnder('src/contracts').filter((name) => !name.endsWith('.test.ts'))) {
    const contract: Record<string, unknown> = await import(
      `../../src/contracts/${basename(file, '.ts')}.ts`
    )
    found.push(...Object.values(contract).filter(isEndpoint))
  }
  if (found.length === 0) throw new Error('No contract has an endpoint.')
  return found
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'line' in value && 'by' in value
}
