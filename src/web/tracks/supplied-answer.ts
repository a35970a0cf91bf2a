// What a page was first supplied with: coming back to that address while the page is open needs no second call.

export function rememberSupplied<Answer>() {
  let supplied: { address: string; answer: Answer } | null = null
  return {
    /** Only the first answer is kept. */
    keep(address: string, answer: Answer) {
      supplied ??= { address, answer }
    },
    find(address: string): Answer | null {
      return supplied?.address === address ? supplied.answer : null
    },
    forget() {
      supplied = null
    },
  }
}
