import { expect, test } from 'vitest'
import { folderCycles } from './folder-cycles.ts'

test('two folders that import each other are a cycle, also of a folder and one inside it', () => {
  expect(
    folderCycles([
      { from: 'cart/lines.ts', to: 'tracks/card.ts' },
      { from: 'tracks/card.ts', to: 'tracks/versions/links.ts' },
      { from: 'tracks/versions/links.ts', to: 'tracks/names.ts' },
    ]),
  ).toEqual([
    'tracks → tracks/versions: tracks/card.ts imports tracks/versions/links.ts',
    'tracks/versions → tracks: tracks/versions/links.ts imports tracks/names.ts',
  ])
})

test('a cycle of three folders is found, although no two of them import each other', () => {
  expect(
    folderCycles([
      { from: 'a/1.ts', to: 'b/1.ts' },
      { from: 'b/2.ts', to: 'c/1.ts' },
      { from: 'c/2.ts', to: 'a/2.ts' },
    ]),
  ).toHaveLength(3)
})

test('imports inside a folder, and those in one direction, are no cycle', () => {
  expect(
    folderCycles([
      { from: 'a/1.ts', to: 'a/2.ts' },
      { from: 'a/2.ts', to: 'a/1.ts' },
      { from: 'a/1.ts', to: 'b/1.ts' },
      { from: 'a/1.ts', to: 'b/c/1.ts' },
      { from: 'b/1.ts', to: 'b/c/1.ts' },
    ]),
  ).toEqual([])
})
