// Detects common passwords: a list of leaked ones, repetitions and keyboard rows.

import { dictionary } from '@zxcvbn-ts/language-common'

/** The contract already refuses shorter passwords. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= 10))

/** Uses a list and simple patterns only; `known` is account data that an attacker may know. */
export function isCommonPassword(password: string, known: string[]): boolean {
  const typed = password.normalize('NFKC').toLowerCase()
  return (
    common.has(typed) ||
    known.some((word) => word.toLowerCase() === typed) ||
    repeatsItself(typed) ||
    isKeyboardRow(typed)
  )
}

/** 'aaaaaaaaaa', ten spaces, 'singsingsing': a sequence of at most four characters, repeated. */
function repeatsItself(text: string): boolean {
  const characters = Array.from(text)
  return [1, 2, 3, 4].some((length) =>
    characters.every((character, index) => character === characters[index % length]),
  )
}

const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']
const rowsBothWays = rows.flatMap((row) => [row, [...row].toReversed().join('')])

/** '2345678901', 'zyxwvutsrq': part of a keyboard row or of the alphabet, in either direction. */
function isKeyboardRow(text: string): boolean {
  return rowsBothWays.some((row) => row.includes(text))
}
