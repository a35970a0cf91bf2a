// What is reserved on the platform's balance for the negative balances of its accounts.
import type { Sandbox } from '../state/sandbox.ts'
import { readSetting, writeSetting } from '../storage/settings.ts'

const setting = 'connect_reserved'

export function reservedPence({ db }: Sandbox): number {
  return Number(readSetting(db, setting) ?? 0)
}

export function writeReservedPence({ db }: Sandbox, pence: number): void {
  writeSetting(db, setting, String(pence))
}
