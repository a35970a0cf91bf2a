// Node's own checksum, under the name by which yazl asks for it (docs/decisions/0038-give-yazl-the-checksum-of-node.md).

export { crc32 as unsigned } from 'node:zlib'
