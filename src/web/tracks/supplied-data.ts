// What a page was first supplied with: coming back to that address while the page is open needs no second call.

export function rememberSupplied<Value>() {
  let supplied: { address: string; value: Value } | null = null
  return {
    /** Only the first answer is kept. */
    store(address: string, value: Value) {
      supplied ??= { address, value }
    },
    find(address: string): Value | null {
      return supplied?.address === address ? supplied.value : null
    },
    forget() {
      supplied = null
    },
  }
}
