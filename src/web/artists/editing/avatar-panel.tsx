// The artist's picture: sent when it is chosen.

import { useRef, useState, type ChangeEvent } from 'react'
import type { removeAvatar, uploadAvatar } from '#contracts/artists/avatars.ts'
import {
  avatarFileTypes,
  avatarForSide,
  avatarFormats,
  maxAvatarMegabytes,
} from '#rules/artists/avatars.ts'
import { portraitUrl } from '#rules/artists/portraits.ts'
import { request } from '#web/api/browser.ts'
import { sendFile } from '#web/api/send-file.ts'
import { TextField } from '#web/forms/field.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { editingMessages } from './editing-messages.ts'

type AvatarPanelProps = {
  artistId: string
  name: string
  avatar: string | null
  onChanged: (avatar: string | null) => void
}

const field = 'avatar'

export function AvatarPanel({ artistId, name, avatar, onChanged }: AvatarPanelProps) {
  const area = useRef<HTMLDivElement>(null)
  const { problem, isSending, send, remove } = usePicture(onChanged)
  const fileInput = () => area.current?.querySelector<HTMLInputElement>('input[type=file]')
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const [content] = input.files ?? []
    if (!content) return
    await send(content)
    // The same file can be chosen again.
    input.value = ''
  }
  return (
    <Panel aria-labelledby="picture-heading">
      <h2 id="picture-heading">Your picture</h2>
      <div ref={area} className="avatar-editor" aria-busy={isSending}>
        <span className="avatar-large">
          <Avatar name={name} image={avatarForSide(avatar, 96)} portrait={portraitUrl(artistId)} />
        </span>
        <div className="avatar-fields">
          <TextField
            name={field}
            type="file"
            accept={avatarFileTypes.join()}
            label="Choose a picture"
            hint={`${avatarFormats}, up to ${maxAvatarMegabytes} MB. Its middle is shown as a square; the place and date in the file are removed.`}
            onChange={(event) => void choose(event)}
            {...(problem === null ? {} : { error: problem })}
          />
          <div className="button-row">
            {avatar !== null && (
              <Button
                variant="ghost"
                size="sm"
                onClick={() => void remove().then(() => fileInput()?.focus())}
              >
                Remove the picture
              </Button>
            )}
            <p role="status" className="detail waiting">
              {isSending && (
                <>
                  <Spinner /> Sending…
                </>
              )}
            </p>
          </div>
        </div>
      </div>
    </Panel>
  )
}

function usePicture(onChanged: AvatarPanelProps['onChanged']) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)

  async function send(content: File): Promise<void> {
    setProblem(null)
    setIsSending(true)
    const found = (await problemWith(content)) ?? (await upload(content))
    setIsSending(false)
    setProblem(found)
  }

  /** The message of a refusal, or null. */
  async function upload(content: File): Promise<string | null> {
    const result = await sendFile<typeof uploadAvatar>('POST /api/artist/avatar', {
      fields: {},
      file: { field, content },
    })
    if (!result.ok) return result.message
    toast.success(editingMessages.pictureSaved)
    onChanged(result.value.avatar)
    return null
  }

  async function remove(): Promise<void> {
    const result = await request<typeof removeAvatar>('DELETE /api/artist/avatar', {})
    setProblem(result.ok ? null : result.message)
    if (!result.ok) return
    toast.success(editingMessages.pictureRemoved)
    onChanged(null)
  }

  return { problem, isSending, send, remove }
}

/** By the endpoint, before anything is sent; if its code cannot be loaded, the server decides. */
async function problemWith(content: File): Promise<string | null> {
  const form = new FormData()
  form.set(field, content)
  try {
    const { checkForm } = await import('#web/forms/form-issues.ts')
    const contract = async () => (await import('#contracts/artists/avatars.ts')).uploadAvatar
    const [issue] = (await checkForm(contract, form)).issues
    return issue?.message ?? null
  } catch {
    return null
  }
}
