// The instructions for an artist's first upload.

import { useEffect, useState, type ReactNode } from 'react'
import type { countUploadedTracks } from '#contracts/own-tracks.ts'
import { audioLimits } from '#rules/upload-limits.ts'
import { request } from '#web/api/browser.ts'
import { deviceStorage } from '#web/api/device-storage.ts'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { uploadMessages } from './upload-messages.ts'

const dismissedKey = 'undersong.upload-instructions-dismissed'

/**
 * Shown while the artist has uploaded no track, until they are dismissed on this device. They begin with `children`, the
 * form's notice, which they cover.
 */
export function UploadInstructions({ children }: { children?: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (deviceStorage().getItem(dismissedKey) !== null) return undefined
    const unmounting = new AbortController()
    const { signal } = unmounting
    const openForFirst = async () => {
      const route = 'GET /api/proxy/artists/uploaded-track-count'
      const result = await request<typeof countUploadedTracks>(route, {}, { signal })
      // Without a count the form is usable without the instructions.
      if (!signal.aborted && result.ok) setIsOpen(result.value.count === 0)
    }
    void openForFirst()
    return () => unmounting.abort()
  }, [])
  const dismiss = () => {
    deviceStorage().setItem(dismissedKey, 'true')
    setIsOpen(false)
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      title={uploadMessages.instructions}
      footer={<Button onClick={dismiss}>{uploadMessages.dismissInstructions}</Button>}
    >
      <div className="grid gap-3">
        {children}
        <ol className="list-decimal space-y-2 pl-5">
          <li>
            <strong>Choose the recording</strong> you have played yourself: {audioLimits.formats}.
            It is sent while you fill in the rest.
          </li>
          <li>
            <strong>Describe it</strong> for the singer: song, key, instrument, and what to listen
            for.
          </li>
          <li>
            <strong>Set your price.</strong> You receive it in full; the form shows what the
            customer pays.
          </li>
          <li>
            <strong>Say how the song is licensed</strong>, confirm that the recording is yours, and
            press “Upload track”.
          </li>
        </ol>
        <p>
          We make the preview and list the track as soon as the recording is checked. You can edit
          or withdraw it at any time.
        </p>
      </div>
    </Dialog>
  )
}
