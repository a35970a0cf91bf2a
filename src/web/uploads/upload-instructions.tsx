// The instructions for an artist's first upload.

import { useState, type ReactNode } from 'react'
import type { countUploadedTracks } from '#contracts/own-tracks.ts'
import { audioLimits } from '#rules/uploads/upload-limits.ts'
import { request } from '#web/api/browser.ts'
import { deviceStorage } from '#web/api/device-storage.ts'
import { useFetched } from '#web/api/use-fetched.ts'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { uploadMessages } from './transfers/upload-messages.ts'

const dismissedKey = 'undersong.upload-instructions-dismissed'
const countRoute = 'GET /api/proxy/artists/uploaded-track-count' as const

/**
 * Shown while the artist has uploaded no track, until they are dismissed on this device. They begin with `children`, the
 * form's notice, which they cover.
 */
export function UploadInstructions({ children }: { children?: ReactNode }) {
  const [isClosed, setIsClosed] = useState(() => deviceStorage().getItem(dismissedKey) !== null)
  // Without a count the form is usable without the instructions.
  const { value } = useFetched(isClosed ? null : countRoute, (route, signal) =>
    request<typeof countUploadedTracks>(route, {}, { signal }),
  )
  const dismiss = () => {
    deviceStorage().setItem(dismissedKey, 'true')
    setIsClosed(true)
  }
  return (
    <Dialog
      open={value?.count === 0 && !isClosed}
      onOpenChange={(open) => setIsClosed(!open)}
      title={uploadMessages.instructions}
      footer={<Button onClick={dismiss}>{uploadMessages.dismissInstructions}</Button>}
    >
      <div className="stack-sm">
        {children}
        <ol className="upload-steps">
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
