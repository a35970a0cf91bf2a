// Passwords that are guessed first: the lists of leaked ones, and what fingers do on a keyboard.

import { dictionary } from '@zxcvbn-ts/language-common'

/** The contract refuses shorter ones anyway. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= 10))

/** As far as a list and simple patterns can tell; `known` is what a stranger knows of the account. */
export function isCommonPassword(password: string, known: string[]): boolean {
  const typed = password.normalize('NFKC').toLowerCase()
  return (
    common.has(typed) ||
    known.some((word) => word.toLowerCase() === typed) ||
    repeatsItself(typed) ||
    isRow(typed)
  )
}

/** 'aaaaaaaaaa', ten spaces, 'singsingsing': at most four characters, over and over. */
function repeatsItself(text: string): boolean {
  const characters = Array.from(text)
  return [1, 2, 3, 4].some((length) =>
    characters.every((character, index) => character === characters[index % length]),
  )
}

const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']
const rowsBothWays = rows.flatMap((row) => [row, [...row].toReversed().join('')])

/** '2345678901', 'zyxwvutsrq': a piece of a row of keys, either way. */
function isRow(text: string): boolean {
  return rowsBothWays.some((row) => row.includes(text))
}
