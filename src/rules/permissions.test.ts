import { expect, test } from 'vitest'
import { mayCall, roles, type Caller } from './permissions.ts'

test('each kind of endpoint lets in whom it names, and nobody else (ROL-01)', () => {
  const callers: Caller[] = ['anyone', 'user', 'artist', 'admin']
  const letIn = callers.map((caller) => [null, ...roles].filter((role) => mayCall(caller, role)))
  expect(letIn).toEqual([
    [null, 'customer', 'artist', 'admin'],
    ['customer', 'artist', 'admin'],
    ['artist'],
    ['admin'],
  ])
})
