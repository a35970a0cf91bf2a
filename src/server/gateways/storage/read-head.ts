/** Reads the beginning of a stream, at most `bytes`, and returns it with the whole stream. */
export async function readHead(body: AsyncIterable<Uint8Array>, bytes: number) {
  const chunks = body[Symbol.asyncIterator]()
  const read: Uint8Array[] = []
  let length = 0
  while (length < bytes) {
    const next = await chunks.next()
    if (next.done) break
    read.push(next.value)
    length += next.value.length
  }
  async function* whole() {
    yield* read
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { head: Buffer.concat(read).subarray(0, bytes), whole: whole() }
}
