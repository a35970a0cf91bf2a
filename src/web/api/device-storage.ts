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

/** A list as JSON. Local storage can contain anything: what is no list is read as an empty one. */
export function readStoredList(key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(deviceStorage().getItem(key) ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

export function writeStoredList(key: string, list: readonly unknown[]): void {
  if (list.length === 0) deviceStorage().removeItem(key)
  else deviceStorage().setItem(key, JSON.stringify(list))
}
