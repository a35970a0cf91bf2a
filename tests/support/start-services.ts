// Starts the services of all server tests: a temporary PostgreSQL with a migrated template, and the test card provider.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/start/embedded-postgres.ts'
import { startSandbox } from '#server/start/sandbox-process.ts'
import { sharedContractFile } from '../../sandbox/contract/extract-contract.ts'
import { findDatabaseFolder } from './database-folder.ts'
import { makeTemplate } from './databases/template.ts'

export type Services = {
  databaseUrl: string
  template: string
  sandboxUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    services: Services
  }
}

export default async function startServices(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await findDatabaseFolder(), 'undersong-tests-'))
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    password: randomBytes(16).toString('hex'),
    durable: false,
  })
  // Vitest does not call the teardown below when it is interrupted.
  process.once('exit', postgres.drop)
  const template = 'test_template'
  await makeTemplate(postgres.url, template)
  const sandbox = await startSandbox({
    variables: {
      NODE_ENV: 'test',
      SANDBOX_PORT: '0',
      SANDBOX_DATA_DIR: join(folder, 'sandbox'),
      SANDBOX_CONTRACT_FILE: sharedContractFile,
      // Unused: every test app opens its own key.
      SANDBOX_SECRET_KEY: `sk_test_${randomBytes(16).toString('hex')}`,
      SANDBOX_CONTROL: '1',
      SANDBOX_DURABLE: '0',
    },
    log: (line) => console.error(line),
  })
  project.provide('services', {
    databaseUrl: postgres.url,
    template,
    sandboxUrl: sandbox.url,
  })
  return async () => {
    await sandbox.stop()
    await postgres.stop()
    process.removeListener('exit', postgres.drop)
    await rm(folder, { recursive: true, force: true })
  }
}
