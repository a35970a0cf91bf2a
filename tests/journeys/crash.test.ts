import { expect, test, vi } from 'vitest'
import { payAsCustomer } from '../../sandbox/pay-as-customer.ts'
import { makeWav } from '../../src/server/gateways/audio/audio-samples.ts'
import { createApiUser, enablePayouts, publish, untilListed, upload } from '../support/api-user.ts'
import { providerOf, queryDatabase } from '../support/inside.ts'
import { freePort } from '../../scripts/run-program.ts'
import { createOpenedDataFolder, startAppProcess, stopApp } from '../support/running-app.ts'

test('the app is killed between payment and fulfilment: after the restart the order is fulfilled exactly once', async () => {
  await using data = await createOpenedDataFolder()
  const sandboxPort = await freePort()
  const variables = {
    PORT: String(await freePort()),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: data.path,
  }
  const first = await startAppProcess(variables)
  const artist = await createApiUser(first, 'artist', 'Rosa Lindqvist')
  await enablePayouts(artist)
  const trackId = await publish(first, artist, makeWav({ seconds: 12 }))
  const singer = await createApiUser(first, 'customer', 'mia sings')
  const { url } = await singer.request<{ url: string }>(
    'POST /api/proxy/stripe/create-cart-checkout-session',
    { items: [{ trackId }] },
  )
  // While stopped, the app can learn of the payment neither by webhook nor by polling.
  first.child.kill('SIGSTOP')
  expect((await payAsCustomer(url, { card: '4242424242424242' })).outcome).toBe('paid')
  first.child.kill('SIGKILL')
  await first.ended()

  const second = await startAppProcess(variables)
  await vi.waitFor(
    async () => {
      const { tracks } = await singer.request<{ tracks: unknown[] }>('GET /api/proxy/my-tracks')
      expect(tracks).toHaveLength(1)
      const transfers = await queryDatabase(data.path, 'select status from transfers')
      expect(transfers).toEqual([{ status: 'sent' }])
    },
    { timeout: 60_000, interval: 250 },
  )
  const download = await singer.call(`GET /api/proxy/tracks/download/${trackId}`)
  expect(download.status).toBe(200)
  const provider = await providerOf(data.path, sandboxPort)
  const transfers = await provider.transfers.list({ limit: 100 })
  expect(transfers.data.map(({ amount }) => amount)).toEqual([499])
  expect(await queryDatabase(data.path, 'select count(*)::int from orders')).toEqual([{ count: 1 }])
  expect(
    await queryDatabase(data.path, 'select sum(amount_pence)::int from ledger_entries'),
  ).toEqual([{ sum: 0 }])
  await stopApp(second)
})

test('the app is killed while it prepares a recording: after the restart that one and the next are listed', async () => {
  await using data = await createOpenedDataFolder()
  const variables = { PORT: String(await freePort()), DATA_DIR: data.path }
  const first = await startAppProcess(variables)
  const artist = await createApiUser(first, 'artist', 'Rosa Lindqvist')
  await enablePayouts(artist)
  const interrupted = await upload(first, artist, makeWav({ seconds: 90 }))
  await vi.waitFor(
    async () => {
      const locked = `select from graphile_worker.jobs where queue_name = 'audio' and locked_at is not null`
      expect(await queryDatabase(data.path, locked)).toHaveLength(1)
    },
    { timeout: 60_000, interval: 20 },
  )
  first.child.kill('SIGKILL')
  await first.ended()

  const second = await startAppProcess(variables)
  await untilListed(artist, interrupted)
  await publish(second, artist, makeWav({ seconds: 12 }), { title: 'The next one' })
  await stopApp(second)
})
