// The provider's objects may name any id as ours: another app can use the same account.

import { z } from 'zod'

/** Whether it can be the id of a row. */
export function isRowId(text: string): boolean {
  return z.uuid().safeParse(text).success
}
