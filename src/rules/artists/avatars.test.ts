import { expect, test } from 'vitest'
import {
  avatarFileTypes,
  avatarForSide,
  avatarFormats,
  avatarId,
  avatarSizes,
  avatarUrl,
  maxAvatarBytes,
} from './avatars.ts'

const id = '0b94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d10'

test('each size of a picture has its own address, all with the picture’s id', () => {
  expect(avatarSizes.map((size) => avatarUrl(id, size))).toEqual([
    `/public/avatars/${id}/64`,
    `/public/avatars/${id}/192`,
    `/public/avatars/${id}/512`,
  ])
  for (const size of avatarSizes) expect(avatarId(avatarUrl(id, size))).toBe(id)
  expect(avatarUrl(id)).toBe(avatarUrl(id, 192))
})

const elsewhere = [
  `https://elsewhere.test/public/avatars/${id}/64`,
  `/public/avatars/${id}/64?v=2`,
  `/public/avatars/${id}/128`,
  `/public/avatars/${id}`,
  `/public/avatars/${id.replace('4a0e', 'wxyz')}/64`,
  `/public/avatars/${id.replaceAll('-', '')}/64`,
  '/default-avatar.svg',
  '',
]

test.each(elsewhere)('%j is not the address of a stored picture, and is shown as it is', (url) => {
  expect(avatarId(url)).toBeNull()
  expect(avatarForSide(url, 24)).toBe(url)
})

test.each([
  [24, 64],
  [32, 64],
  [33, 192],
  [96, 192],
  [97, 512],
  [256, 512],
  // There is no larger one.
  [400, 512],
] as const)(
  'a square of %s CSS pixels shows the picture of %s pixels: a screen may have two for each',
  (side, size) => {
    for (const stored of avatarSizes)
      expect(avatarForSide(avatarUrl(id, stored), side)).toBe(avatarUrl(id, size))
  },
)

test('an artist without a picture has no address of one', () => {
  expect(avatarForSide(null, 24)).toBeNull()
})

test('a picture has 5 MB at most, and every format that the file dialog offers is named', () => {
  expect(maxAvatarBytes).toBe(5_242_880)
  const named = avatarFormats.split(/, | or /).map((format) => `image/${format.toLowerCase()}`)
  expect(avatarFileTypes.filter((type) => type.startsWith('image/'))).toEqual(named)
})
