// What one test has stored, in a storage that it shares with other tests.

import type { TestApp } from '../test-app.ts'

/** Returns what lists the files in the folder that were stored since, and are still there. */
export async function watchFiles(
  { storage }: Pick<TestApp, 'storage'>,
  folder: Parameters<TestApp['storage']['list']>[0],
): Promise<() => Promise<string[]>> {
  const list = async () => (await Array.fromAsync(storage.list(folder))).map(({ key }) => key)
  const before = new Set(await list())
  return async () => (await list()).filter((key) => !before.has(key)).toSorted()
}
