// An authenticator app (RFC 6238), written from the RFC so that it does not agree with the server by sharing code.

import { createHmac } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const periodSeconds = 30

/** @param secret in base32, as the app gets it @param at in milliseconds */
export function codeOf(secret: string, at = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1000 / periodSeconds)))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The one that follows: a code is accepted once, and this one already. */
export const nextCodeOf = (secret: string) => codeOf(secret, Date.now() + periodSeconds * 1000)

function bytesOf(base32: string): Buffer {
  const bits = [...base32.replaceAll('=', '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
