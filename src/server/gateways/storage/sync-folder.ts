import { open } from 'node:fs/promises'

/** Without it a power failure can lose the new name although the file's bytes are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder as a file.
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
