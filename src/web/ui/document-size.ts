import { fileSize } from './file-size.ts'

const bytesPerKb = 1024

/** '12 KB', and from a tenth of a megabyte on as everywhere: documents are often small. */
export function documentSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / bytesPerKb)
  return kilobytes < 100 ? `${kilobytes} KB` : fileSize(bytes)
}
