// Local storage between visits. When the browser blocks it, values last as long as the page.

export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const pageValues = new Map<string, string>()

const memory: DeviceStorage = {
  getItem: (key) => pageValues.get(key) ?? null,
  setItem: (key, value) => void pageValues.set(key, value),
  removeItem: (key) => void pageValues.delete(key),
}

export function deviceStorage(): DeviceStorage {
  try {
    // Blocked storage throws when the property is read.
    return globalThis.localStorage ?? memory
  } catch {
    return memory
  }
}

/** Reads and removes a value. */
export function takeStored(key: string): string | null {
  const value = deviceStorage().getItem(key)
  deviceStorage().removeItem(key)
  return value
}
