import { expect, test } from 'vitest'
import { eventTypesOf, handledEvent, providerEvents } from './provider-events.ts'

test('each event that is handled says what is fetched; any other is only counted', () => {
  expect(handledEvent('charge.refunded')).toEqual({
    webhook: 'snapshot',
    of: 'platform',
    about: 'charge',
  })
  expect([handledEvent('invoice.paid'), handledEvent('constructor')]).toEqual([null, null])
})

test('events of accounts come thin, all others as snapshots', () => {
  const thin = Object.keys(providerEvents).filter((type) => type.startsWith('v2.'))
  expect(eventTypesOf('thin')).toEqual(thin)
  expect([...eventTypesOf('snapshot'), ...thin]).toEqual(Object.keys(providerEvents))
})
