import { expect, test } from 'vitest'
import { mayCall, roles, type Caller } from './permissions.ts'

test('each caller kind of an endpoint allows exactly its roles (ROL-01)', () => {
  const callers: Caller[] = ['anyone', 'user', 'artist', 'admin', ['artist', 'admin']]
  const allowed = callers.map((caller) => [null, ...roles].filter((role) => mayCall(caller, role)))
  expect(allowed).toEqual([
    [null, 'customer', 'artist', 'admin'],
    ['customer', 'artist', 'admin'],
    ['artist'],
    ['admin'],
    ['artist', 'admin'],
  ])
})
