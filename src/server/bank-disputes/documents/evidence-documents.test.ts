import { expect, test } from 'vitest'
import { termsVersion } from '#rules/terms.ts'
import { createPaid } from '../../../../tests/support/commissions/paying.ts'
import { sellTrack } from '../../../../tests/support/money/bank-disputes.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'
import { findPaymentFacts } from '../facts/payment-facts.ts'
import { documentsOf } from './evidence-documents.ts'

const emptyApp = emptiedTestApp()

async function documentsAbout(app: TestApp, paymentId: string) {
  const made = documentsOf(await findPaymentFacts(app.db, paymentId), {
    publicUrl: 'http://undersong.test',
    seller: { name: 'A Fixture', address: ['1 High Street'], vatNumber: null },
    providerId: 'du_1',
    madeAt: new Date('2026-12-01T09:30:00Z'),
  })
  return made.map(({ field, document: { about, sections } }) => ({
    field,
    text: [about, ...sections.map(({ heading, lines }) => [heading, ...lines])].flat().join('\n'),
  }))
}

test('a sale is documented by its receipt with the accepted terms, and by downloads, plays and log-ins', async () => {
  const app = await emptyApp()
  const { paymentId, mia, track, charge } = await sellTrack(app)
  await app.db
    .insertInto('downloads')
    .values({ user_id: mia.id, track_id: track.id, address: '192.0.2.7' })
    .execute()
  await app.db.updateTable('entitlements').set({ plays: 1 }).where('user_id', '=', mia.id).execute()
  const [receipt, service, ...others] = await documentsAbout(app, paymentId)
  expect(others).toEqual([])
  expect(receipt?.field).toBe('receipt')
  for (const part of [
    `About dispute du_1, charge ${charge}.`,
    'Made on 2026-12-01 09:30 UTC from the records of Undersong (http://undersong.test).',
    'A Fixture\n1 High Street',
    'Receipt UND-000001\nPaid on ',
    `Bought by ${mia.username}, ${mia.email}`,
    `${track.title}, by `,
    'Total: £5.70',
    `in their version of ${termsVersion}, on `,
  ])
    expect(receipt?.text).toContain(part)
  expect(receipt?.text).not.toContain('Refunded')
  expect(service?.field).toBe('service')
  expect(service?.text).toMatch(
    /^Delivered on .* UTC\.\nDownloads and plays\n.* UTC “.*” was downloaded from 192\.0\.2\.7\n“.*” was played in full length once;.*\nLog-ins of the customer\n.* UTC the customer logged in/m,
  )
})

test('a commission is documented by its steps and by what its parties wrote', async () => {
  const app = await emptyApp()
  const { id, mia, paymentId } = await createPaid(app)
  await app.call(`POST /api/commissions/${id}/messages`, {
    as: mia,
    send: { text: 'Slower, please.', requestKey: crypto.randomUUID() },
  })
  const documents = await documentsAbout(app, paymentId)
  expect(documents.map(({ field }) => field)).toEqual(['receipt', 'service', 'messages'])
  expect(documents[1]?.text).toMatch(/Steps of the commission\n.* UTC .*: pay\n/s)
  expect(documents[2]?.text).toMatch(
    /What the customer asked for\n.*\nMessages\n.* UTC customer wrote: Slower, please\./s,
  )
})
