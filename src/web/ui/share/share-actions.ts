// The actions of the share menu in the browser.

import { toast } from '#web/ui/toasts/toast.ts'
import type { SharedPage } from './share-sites.ts'

const shareMessages = {
  copied: 'Link copied to clipboard!',
  copyFailed: 'Failed to copy link',
  shareFailed: 'Failed to share',
} as const

export async function copyLink(url: string): Promise<void> {
  if ((await writeToClipboard(url)) || copySelection(url)) toast.success(shareMessages.copied)
  else toast.error(shareMessages.copyFailed)
}

/** False without the permission, and on pages that are not encrypted, where browsers have no clipboard. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies like the keyboard shortcut, for which browsers need no permission. */
function copySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  document.body.append(field)
  field.focus()
  field.select()
  // The only way without the permission; browsers keep it for that.
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/** Opens the share sheet of the device. Closing it without a choice is no failure. */
export async function shareOnDevice(page: SharedPage): Promise<void> {
  try {
    await navigator.share(page)
  } catch (error) {
    const isCancelled = error instanceof Error && error.name === 'AbortError'
    if (!isCancelled) toast.error(shareMessages.shareFailed)
  }
}
