/** The package has no types, and those published separately omit the size that `end` reports. */
declare module 'yazl' {
  import type { Readable } from 'node:stream'

  export class ZipFile {
    outputStream: Readable
    on(event: 'error', listener: (error: Error) => void): this
    addReadStreamLazy(
      name: string,
      options: { size: number; mtime: Date; compress: false } | { mtime: Date },
      open: (done: (error: Error | null, body?: Readable) => void) => void,
    ): void
    addBuffer(content: Buffer, name: string): void
    /** `report` is called at once if the size of every entry is known. */
    end(options: { forceZip64Format: boolean }, report: (totalBytes: number) => void): void
    end(): void
  }
}
