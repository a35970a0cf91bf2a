import { expect, test } from 'vitest'
import { isMinorWord } from './minor-words.ts'

test('articles and prepositions are minor words, the words of a song are not', () => {
  expect(['the', 'a', 'of', 'your'].every(isMinorWord)).toBe(true)
  expect(['love', 'man', 't', ''].some(isMinorWord)).toBe(false)
})
