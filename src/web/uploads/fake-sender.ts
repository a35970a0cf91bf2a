// Instead of the resumable protocol, for tests: the test says what the server answers.

import type { SendFile, SendOptions } from './sending/sending-parts.ts'

export type FakeSending = SendOptions & { file: File; isStopped: boolean }

/** Every file that was sent, in order. */
export const sent: FakeSending[] = []

export const sendByTus: SendFile = (file, options) => {
  const one = { ...options, file, isStopped: false }
  sent.push(one)
  return { stop: () => (one.isStopped = true) }
}
