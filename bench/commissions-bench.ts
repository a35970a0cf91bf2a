// How long a party's commissions take with 100,000 of them, whether what is due is found by an index, and how soon a
// thousand deadlines at once are applied.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../demo/music/score/random.ts'
import { openStripePayments } from '../src/server/gateways/payments/stripe-payments.ts'
import { startSandbox } from '../src/server/start/sandbox-process.ts'
import { withCatalogueApp, type CatalogueApp } from './measuring/catalogue-app.ts'
import { openConnection } from './measuring/measure-class.ts'
import { printClasses } from './measuring/print-classes.ts'
import { warmUp } from './measuring/warm-up.ts'
import { benchDeadlines } from './commissions/due-at-once.ts'
import { explainReads } from './commissions/explained-reads.ts'
import { fillCommissions } from './commissions/fill-commissions.ts'
import { openReaders } from './commissions/readers.ts'

const commissionCount = 100_000

export async function benchCommissions(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-bench-'))
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`
  const sandbox = await startSandbox({
    variables: {
      SANDBOX_PORT: '0',
      SANDBOX_DATA_DIR: join(folder, 'sandbox'),
      SANDBOX_SECRET_KEY: secretKey,
    },
    log: (line) => console.error(line),
  })
  const payments = openStripePayments({
    secretKey,
    webhookSecret: 'whsec_unused',
    thinWebhookSecret: 'whsec_unused',
    apiUrl: sandbox.url,
  })
  try {
    await withCatalogueApp({ name: 'commissions', keptIn: folder, payments }, benchFilled)
  } finally {
    await sandbox.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchFilled(app: CatalogueApp): Promise<void> {
  const random = seededRandom(commissionCount)
  await fillCommissions(app.slowDb, commissionCount, random)
  await warmUp(app.slowDb)
  const readers = await openReaders(app.slowDb, app.url)
  console.log(
    `${commissionCount} commissions: ms over HTTP, one connection, warm; CPU is PostgreSQL's`,
  )
  const connection = openConnection(app.url, readers.cookies)
  await printClasses({ db: app.slowDb, connection }, readers.classes(random))
  connection.close()
  console.log('Statements of these, by EXPLAIN (ANALYZE, BUFFERS):')
  await explainReads(app.pool, readers)
  await benchDeadlines(app, readers)
}
