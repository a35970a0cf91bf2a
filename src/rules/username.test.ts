import { expect, test } from 'vitest'
import { isReservedUsername, usernameKey } from './username.ts'

test.each([
  ['Жанна', 'ЖАННА'],
  ['Νίκος', 'ΝΊΚΟΣ'],
  ['straße', 'STRASSE'],
  ['İpek', 'ipek'],
  ['ırmak', 'IRMAK'],
  ['zoë', 'ZOE\u0308'],
  ['ｍｉａ', 'Mia'],
  ['mia', 'mia\uFE0F'],
  ['mia', 'm\u034Fia'],
])('%s and %s are two forms of the same name', (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other))
})

test.each([
  ['аеос', 'aeoc'],
  ['ΜΙΑ', 'Mia'],
  ['ΑΝΝΑ', 'anna'],
  ['Ꮇia', 'Mia'],
  ['ᴍɪᴀ', 'mia'],
  ['b0b', 'bob'],
  ['pau1', 'paul'],
  ['pauI', 'paul'],
  ['Тоm', 'tom'],
  ['ё', 'ë'],
])('%s looks like %s', (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other))
})

test.each([
  ['mia', 'mira'],
  ['Elia', 'Ella'],
  ['Neil', 'Nell'],
  ['Barney', 'Bamey'],
  ['zoe', 'zoë'],
  ['Жанна', 'Анна'],
  ['mia sings', 'miasings'],
  ['tom2', 'tom3'],
  ['李雷', '李磊'],
])('%s and %s are different names', (one, other) => {
  expect(usernameKey(one)).not.toBe(usernameKey(other))
})

test.each([
  'admin',
  'ADMIN',
  'Аdmin',
  'adm1n',
  'ᴀᴅᴍɪɴ',
  'No-Reply',
  'sup.port',
  'Anonymous User',
  'Unknown Artist',
  'Undersong',
  'Under_Song Team',
  'the real Undersοng',
])('%s is reserved', (name) => {
  expect(isReservedUsername(name)).toBe(true)
})

test.each(['Mia', 'Roots Trio', 'Helper of Songs', 'Addy Minter', 'Sunderland', 'Underwood Song'])(
  '%s is not reserved',
  (name) => {
    expect(isReservedUsername(name)).toBe(false)
  },
)
