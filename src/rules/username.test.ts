import { expect, test } from 'vitest'
import { isReservedUsername, plainSigns, usernameKey } from './username.ts'

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

test.each([
  ['Cyrillic', 'АВСЕԌНІЈКМОРԚЅТѴԜХУЗ', 'abceghijkmopqstvwxy3'],
  ['Cyrillic small', 'ЬГ', 'br'],
  ['Greek', 'ΑΒΕϜΗΙΚΜΝΟΡΤΧΥΖ', 'abefhikmnoptxyz'],
  ['Cherokee', 'ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎩᏃ', 'abcdeghjklmprstvwyz'],
  ['Armenian', 'հոՕզՍց', 'hnoqug'],
  ['small capital', 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
])('%s letters are read as the Latin ones that they look like', (_alphabet, letters, latin) => {
  expect(usernameKey(letters)).toBe(usernameKey(latin))
})

test('a small l, a one and a bar are one sign, and so are an o and a zero', () => {
  expect(usernameKey('pau1|l')).toBe(usernameKey('paulll'))
  expect(usernameKey('0oO')).toBe(usernameKey('ooo'))
})

test('a dot over another letter than i or j belongs to the name', () => {
  expect(usernameKey('maż')).not.toBe(usernameKey('maz'))
})

test('apostrophes and hyphens of phones and other keyboards become the plain ones', () => {
  expect(plainSigns('O’Neil ‘Ann’ Maʼat')).toBe("O'Neil 'Ann' Ma'at")
  expect(plainSigns('Ann־Lee Ann‐Lee Ann‑Lee')).toBe('Ann-Lee Ann-Lee Ann-Lee')
})

test.each([
  [
    'mailboxes that every domain has',
    'abuse hostmaster postmaster webmaster security info noreply',
  ],
  ['those who run the site', 'admins administration administrator operator owner staff team root'],
  ['those who run its machines', 'superuser sysadmin system official'],
  ['those who judge', 'mod moderation moderator moderators'],
  ['those who help', 'contact help helpdesk support'],
  ['those who move money', 'billing finance payments payouts refunds stripe'],
  ['those who answer for the law', 'copyright legal privacy'],
  ['accounts without a name', 'account accounts anonymous deleted null undefined unknown user'],
])('names of %s are reserved: %s', (_whose, names) => {
  expect(names.split(' ').filter((name) => !isReservedUsername(name))).toEqual([])
})

test.each(['Customer Service', 'Customer Support', 'Deleted User', 'Artist Not Available'])(
  'the name %s, in two words or more, is reserved',
  (name) => {
    expect(isReservedUsername(name)).toBe(true)
  },
)
