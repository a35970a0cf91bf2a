import { expect, test } from 'vitest'
import {
  isForAdmins,
  isOpenToAll,
  mayAdminister,
  mayCall,
  roles,
  type Caller,
} from './permissions.ts'

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

test('an endpoint of several roles lets those in and no other, and is not open to all', () => {
  const caller: Caller = ['artist', 'admin']
  expect([null, ...roles].filter((role) => mayCall(caller, role))).toEqual(['artist', 'admin'])
  expect([caller, 'artist', 'anyone', 'user'].map((one) => isOpenToAll(one as Caller))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('an admin has the powers of admins with two-factor log-in, and in the demo without', () => {
  const of = (twoFactorEnabled: boolean, isDemo: boolean) =>
    roles.filter((role) => mayAdminister({ role, twoFactorEnabled, isDemo }))
  expect([of(true, false), of(false, true), of(false, false)]).toEqual([['admin'], ['admin'], []])
  const callers: Caller[] = ['anyone', 'user', 'artist', 'admin', ['artist', 'admin']]
  expect(callers.map(isForAdmins)).toEqual([false, false, false, true, true])
})
