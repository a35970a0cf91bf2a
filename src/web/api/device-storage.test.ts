import { afterEach, expect, test, vi } from 'vitest'
import { deviceStorage } from './device-storage.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a stored value can be read again on this device', () => {
  deviceStorage().setItem('undersong:test', 'kept')
  expect(localStorage.getItem('undersong:test')).toBe('kept')
  deviceStorage().removeItem('undersong:test')
  expect(deviceStorage().getItem('undersong:test')).toBeNull()
})

test('when the browser blocks storage, values last as long as the page', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The request was denied.', 'SecurityError')
  })
  deviceStorage().setItem('undersong:test', 'kept')
  expect(deviceStorage().getItem('undersong:test')).toBe('kept')
  deviceStorage().removeItem('undersong:test')
  expect(deviceStorage().getItem('undersong:test')).toBeNull()
})
