// What this device keeps between visits. Where the browser allows nothing to be kept, it lasts as long as the page.

export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const forThisPage = new Map<string, string>()

const memory: DeviceStorage = {
  getItem: (key) => forThisPage.get(key) ?? null,
  setItem: (key, value) => void forThisPage.set(key, value),
  removeItem: (key) => void forThisPage.delete(key),
}

export function deviceStorage(): DeviceStorage {
  try {
    // Blocked storage throws as soon as it is named.
    return globalThis.localStorage ?? memory
  } catch {
    return memory
  }
}
