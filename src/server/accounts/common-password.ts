// Detects common passwords: a list of leaked ones, repetitions and keyboard rows.

import { dictionary } from '@zxcvbn-ts/language-common'
import { productName } from '#rules/product.ts'

/** The contract already refuses shorter passwords. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= 10))

type Account = { email: string; username: string }

/** Uses a list and simple patterns only, and what everyone knows of the site and of the account. */
export function isCommonPassword(password: string, { email, username }: Account): boolean {
  const typed = password.normalize('NFKC').toLowerCase()
  const known = [productName, email, email.split('@')[0] ?? '', username]
  return (
    common.has(typed) ||
    known.some((word) => isLittleMoreThan(word.normalize('NFKC').toLowerCase(), typed)) ||
    repeatsItself(typed) ||
    isKeyboardRow(typed)
  )
}

/** Shorter names are in many good passwords by chance. */
const minKnownLength = 4
const minOwnLetters = 4

/** 'undersong1', 'Undersong-2026': the known word, with hardly a letter of one's own around it. */
function isLittleMoreThan(word: string, text: string): boolean {
  if (word.length < minKnownLength || !text.includes(word)) return word === text
  const ownLetters = text.replaceAll(word, '').match(/\p{L}/gu) ?? []
  return ownLetters.length < minOwnLetters
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
