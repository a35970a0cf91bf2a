// FFmpeg as WebAssembly: it has no access to the network, to processes or to any file but its input.
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'
import { AudioRefused } from './audio-refusal.ts'
import type { Ffmpeg } from './ffmpeg.ts'

type Core = {
  FS: {
    writeFile(name: string, text: string): void
    unlink(name: string): void
    lookupPath(name: string): { node: VirtualFile }
  }
  exec(...argumentList: string[]): number
  reset(): void
  setLogger(logger: (entry: { message: string }) => void): void
}
type VirtualFile = {
  usedBytes: number
  stream_ops: {
    read(stream: unknown, into: Int8Array, offset: number, length: number, from: number): number
    write(stream: unknown, from: Int8Array, offset: number, length: number, to: number): number
  }
}
type CoreModule = {
  default: (options: {
    wasmBinary: Uint8Array
    locateFile: (name: string) => string
  }) => Promise<Core>
}

const maxLogCharacters = 100_000
// Never the uploaded file's own name.
const inputName = 'upload'

/** Loads the engine and mounts `input`; outputs are written to `outDir`. */
export async function openWasmFfmpeg(input: string, outDir: string): Promise<Ffmpeg> {
  const core = await loadCore()
  let log = ''
  core.setLogger(({ message }) => {
    log += `${message}\n`
    // A damaged file can log without end, and the loudness figures come last, so only the end is stored.
    if (log.length > 2 * maxLogCharacters) log = log.slice(-maxLogCharacters)
  })
  mountFile(core, input)

  return {
    input: inputName,
    run(argumentList, output) {
      log = ''
      if (output === undefined) return { status: execute(core, argumentList), log }
      const unmount = mountOutput(core, output, path.join(outDir, output))
      try {
        return { status: execute(core, argumentList), log }
      } finally {
        unmount()
      }
    },
  }
}

async function loadCore(): Promise<Core> {
  // The package is written for a browser's worker and reads these two globals while it loads.
  Object.assign(globalThis, { self: globalThis, location: { href: '' } })
  const script = import.meta.resolve('@ffmpeg/core')
  const { default: createCore }: CoreModule = await import(script)
  const wasmBinary = readFileSync(new URL('ffmpeg-core.wasm', script))
  return createCore({ wasmBinary, locateFile: (name) => name })
}

/** Reads go to the file on disk, so that a large upload uses no more memory than a small one. */
function mountFile(core: Core, input: string): void {
  const descriptor = openSync(input, 'r')
  core.FS.writeFile(inputName, '')
  const file = core.FS.lookupPath(inputName).node
  file.usedBytes = fstatSync(descriptor).size
  file.stream_ops = {
    ...file.stream_ops,
    read: (_stream, into, offset, length, from) => readSync(descriptor, into, offset, length, from),
  }
}

/** Writes go to the file on disk: a long WAV does not fit into the memory that the process may use. */
function mountOutput(core: Core, name: string, target: string): () => void {
  const descriptor = openSync(target, 'w+')
  core.FS.writeFile(name, '')
  const file = core.FS.lookupPath(name).node
  file.stream_ops = {
    ...file.stream_ops,
    // Some containers are written in two passes.
    read: (_stream, into, offset, length, from) => readSync(descriptor, into, offset, length, from),
    write(_stream, from, offset, length, to) {
      const written = writeSync(descriptor, from, offset, length, to)
      file.usedBytes = Math.max(file.usedBytes, to + written)
      return written
    },
  }
  return () => {
    closeSync(descriptor)
    core.FS.unlink(name)
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
