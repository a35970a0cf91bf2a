/** The same fields once more, as after a lost connection, have the same key: the server makes one thing of both. */
export function createRequestKeys() {
  let last = { request: '', key: '' }
  return (fields: object): string => {
    const wanted = JSON.stringify(fields)
    if (wanted !== last.request) last = { request: wanted, key: crypto.randomUUID() }
    return last.key
  }
}
