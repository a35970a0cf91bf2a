// The product's own password hashing, computed once for each password: the tests' accounts share theirs.

import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { PasswordHashing } from '#server/accounts/auth.ts'

const hashes = new Map<string, Promise<string>>()
const verified = new Map<string, Promise<boolean>>()

export const cachedPasswordHashing: PasswordHashing = {
  hash: (password) => hashes.getOrInsertComputed(password, () => hashPassword(password)),
  verify: (stored) =>
    verified.getOrInsertComputed(JSON.stringify([stored.hash, stored.password]), () =>
      verifyPassword(stored),
    ),
}
