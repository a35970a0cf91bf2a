// Instead of the resumable protocol, for tests: the test says what the server answers.

import type { SendFile, Sender } from './transfer-work.ts'

type Begun = {
  file: File
  /** Null for a new upload. */
  uploadId: string | null
  replaces: string | null
}

/** One file that is sent: each function is something that happens on the way. */
export type FakeTransfer = ReturnType<typeof fakeTransfer>

function fakeTransfer(begun: Begun, emit: Parameters<SendFile>[0]) {
  return {
    ...begun,
    isStopped: false,
    onCreated: (uploadId: string) => emit({ type: 'created', uploadId }),
    onProgress: (bytesSent: number) => emit({ type: 'progressed', bytesSent, secondsLeft: null }),
    onConnectionLost: () => emit({ type: 'connectionLost' }),
    onArrived: () => emit({ type: 'arrived' }),
    onRefused: (reason: string) => emit({ type: 'refused', reason }),
  }
}

/** Adds the file to those that were sent. */
export function fakeSending(all: FakeTransfer[], begun: Begun): SendFile {
  return (emit) => {
    const one = fakeTransfer(begun, emit)
    all.push(one)
    return { stop: () => (one.isStopped = true) }
  }
}

/** Every file that was sent, in order. */
export const sent: FakeTransfer[] = []

export const tusSender: Sender = {
  begin: (file, replaces) => fakeSending(sent, { file, uploadId: null, replaces }),
  findPrevious: () => Promise.resolve([]),
}
