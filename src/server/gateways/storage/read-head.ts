/** Reads the beginning of a stream, at most `bytes`, and returns it with the whole stream. */
export async function readHead(body: AsyncIterable<Uint8Array>, bytes: number) {
  const chunks = body[Symbol.asyncIterator]()
  const read: Uint8Array[] = []
  let length = 0
  while (length < bytes) {
    const next = await chunks.next()
    if (next.done) break
    // A copy: the owner of a body may use a chunk's memory again once the next one is requested.
    read.push(Buffer.from(next.value))
    length += next.value.length
  }
  const begun = Buffer.concat(read)
  async function* whole() {
    yield begun
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { head: begun.subarray(0, bytes), whole: whole() }
}
