// FFmpeg as WebAssembly: it has no access to the network, to processes or to any file but its input.
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'
import { AudioRefused } from './audio-refusal.ts'
import type { Ffmpeg } from './ffmpeg.ts'

/** The part of Emscripten's file system interface that is used here. */
type FileSystem = {
  filesystems: { WORKERFS: unknown }
  mkdir(folder: string): void
  mount(type: unknown, options: { blobs: { name: string; data: DiskBlob }[] }, folder: string): void
  makedev(major: number, minor: number): number
  registerDevice(device: number, driver: DeviceDriver): void
  mkdev(name: string, mode: number, device: number): void
  unlink(name: string): void
}
type DeviceDriver = {
  read(stream: Stream, into: Int8Array, offset: number, length: number, from: number): number
  write(stream: Stream, from: Int8Array, offset: number, length: number, to: number): number
  llseek(stream: Stream, offset: number, whence: 0 | 1 | 2): number
}
type Stream = { position: number }
type Core = {
  FS: FileSystem
  exec(...argumentList: string[]): number
  reset(): void
  setLogger(logger: (entry: { message: string }) => void): void
}
type CoreModule = {
  default: (options: {
    wasmBinary: Uint8Array
    locateFile: (name: string) => string
  }) => Promise<Core>
}

const maxLogCharacters = 100_000
const inputFolder = '/input'
// Never the uploaded file's own name.
const inputName = 'upload'
/** Emscripten numbers its own devices from 1 and from 64 on. */
const outputDeviceMajor = 200

/** Loads the engine and mounts `input`; outputs are written to `outDir`. */
export async function openWasmFfmpeg(input: string, outDir: string): Promise<Ffmpeg> {
  const core = await loadCore()
  let log = ''
  core.setLogger(({ message }) => {
    log += `${message}\n`
    // A damaged file can log without end, and the loudness figures come last, so only the end is stored.
    if (log.length > 2 * maxLogCharacters) log = log.slice(-maxLogCharacters)
  })
  mountInput(core.FS, input)

  return {
    input: `${inputFolder}/${inputName}`,
    run(argumentList, output) {
      log = ''
      if (output === undefined) return { status: execute(core, argumentList), log }
      const unmount = mountOutput(core.FS, output, path.join(outDir, output))
      try {
        return { status: execute(core, argumentList), log }
      } finally {
        unmount()
      }
    },
  }
}

async function loadCore(): Promise<Core> {
  // The package is written for a browser's worker: it reads two globals while it loads, and files by the third.
  const FileReaderSync = DiskReader
  Object.assign(globalThis, { self: globalThis, location: { href: '' }, FileReaderSync })
  const script = import.meta.resolve('@ffmpeg/core')
  const { default: createCore }: CoreModule = await import(script)
  const wasmBinary = readFileSync(new URL('ffmpeg-core.wasm', script))
  return createCore({ wasmBinary, locateFile: (name) => name })
}

/** WORKERFS reads the file on disk slice by slice, so that a large upload uses no more memory than a small one. */
function mountInput(fs: FileSystem, input: string): void {
  const descriptor = openSync(input, 'r')
  const data = openBlob(descriptor, 0, fstatSync(descriptor).size)
  fs.mkdir(inputFolder)
  fs.mount(fs.filesystems.WORKERFS, { blobs: [{ name: inputName, data }] }, inputFolder)
}

/** Has the parts of a browser's Blob that WORKERFS uses, for a range of a file on disk. */
type DiskBlob = {
  descriptor: number
  start: number
  size: number
  slice: (from: number, to: number) => DiskBlob
}

function openBlob(descriptor: number, start: number, end: number): DiskBlob {
  return {
    descriptor,
    start,
    size: end - start,
    slice: (from, to) => openBlob(descriptor, start + from, Math.min(start + to, end)),
  }
}

/** In the place of a browser's FileReaderSync, which Node does not have. */
class DiskReader {
  #bytes = new Uint8Array()

  /** WORKERFS copies the bytes at once, so that one buffer serves for all slices of the same size. */
  readAsArrayBuffer({ descriptor, start, size }: DiskBlob): ArrayBuffer {
    if (this.#bytes.length !== size) this.#bytes = new Uint8Array(size)
    readSync(descriptor, this.#bytes, 0, size, start)
    return this.#bytes.buffer
  }
}

/**
 * A device whose driver writes to the file on disk: a long WAV does not fit into the memory that the process may use, and
 * this build has no file system that writes to a disk.
 */
function mountOutput(fs: FileSystem, name: string, target: string): () => void {
  const descriptor = openSync(target, 'w+')
  const device = fs.makedev(outputDeviceMajor, 0)
  fs.registerDevice(device, {
    // Some containers are written in two passes.
    read: (_stream, into, offset, length, from) => readSync(descriptor, into, offset, length, from),
    write: (_stream, from, offset, length, to) => writeSync(descriptor, from, offset, length, to),
    llseek(stream, offset, whence) {
      const origins = [0, stream.position, fstatSync(descriptor).size] as const
      return origins[whence] + offset
    },
  })
  fs.mkdev(name, 0o666, device)
  return () => {
    closeSync(descriptor)
    fs.unlink(name)
  }
}

function execute(core: Core, argumentList: string[]): number {
  try {
    return core.exec(...argumentList)
  } catch (cause) {
    const crashed = cause instanceof WebAssembly.RuntimeError || cause instanceof RangeError
    throw crashed ? new AudioRefused('audio_broken', { cause }) : cause
  } finally {
    core.reset()
  }
}
