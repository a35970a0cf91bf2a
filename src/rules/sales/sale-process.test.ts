import { expect, test } from 'vitest'
import { isUnsent, saleProcess, saleStates } from './sale-process.ts'
import { saleStateNames } from './sale-texts.ts'

test('what is owed is shown in three states, every other status as itself', () => {
  const unsent = saleStates.filter((state) => isUnsent(state))
  expect(unsent).toEqual(['owed', 'on_its_way', 'waiting'])
  const others = saleStates.filter((state) => !isUnsent(state))
  expect([...others, 'owed'].toSorted()).toEqual([...saleProcess.statuses].toSorted())
  expect(isUnsent(undefined)).toBe(false)
})

test('no two states have the same name', () => {
  const names = Object.values(saleStateNames)
  expect(new Set(names).size).toBe(names.length)
})
