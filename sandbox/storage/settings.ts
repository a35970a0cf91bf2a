// Named values that survive a restart.
import type { DatabaseSync } from 'node:sqlite'

export function readSetting(db: DatabaseSync, name: string): string | undefined {
  const row = db.prepare('SELECT value FROM settings WHERE name = ?').get(name)
  return typeof row?.['value'] === 'string' ? row['value'] : undefined
}

export function writeSetting(db: DatabaseSync, name: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value)
}
