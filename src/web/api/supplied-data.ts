// Caches the first result of a page: returning to its address while the page is open needs no second request.

export function createFirstResultCache<Value>() {
  let first: { address: string; value: Value } | null = null
  return {
    /** Only the first result is stored. */
    store(address: string, value: Value) {
      first ??= { address, value }
    },
    find(address: string): Value | null {
      return first?.address === address ? first.value : null
    },
    clear() {
      first = null
    },
  }
}
