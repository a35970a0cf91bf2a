// The message that a party is writing: kept on the device until it is sent, with the files that were chosen for it.

import { useRef, useState } from 'react'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { Message, sendCommissionMessage } from '#contracts/commissions/messages.ts'
import { messageBlank } from '#rules/errors/message-errors.ts'
import { sendFiles, type Sent } from '#web/api/send-file.ts'
import { storedDraft } from '#web/forms/stored-draft.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { choose, type ChosenFile } from './chosen-files.ts'
import { roomMessages } from './room-messages.ts'

const drafts = storedDraft('message')

type Sending = { percent: number; stop: () => void }

export function useComposer(commission: Commission, onSent: (sent: Message) => void) {
  const draft = useDraft(commission)
  const [files, setFiles] = useState<ChosenFile[]>([])
  const [problems, setProblems] = useState<string[]>([])
  /** Of this content: a message whose answer was lost is sent again by the same. */
  const requestKey = useRef<string | null>(null)
  const { sending, deliver } = useDelivery(commission.id)

  const change = () => {
    requestKey.current = null
    setProblems([])
  }
  async function send() {
    if (sending !== null) return
    if (draft.text.trim() === '') return setProblems([messageBlank])
    setProblems([])
    requestKey.current ??= crypto.randomUUID()
    const fields = { text: draft.text, requestKey: requestKey.current }
    const sent = await deliver({ fields, files: files.map(({ file }) => file) })
    if (sent === null) return setProblems([roomMessages.stopped])
    if (!sent.ok) return setProblems([`${roomMessages.sendFailed} ${sent.message}`])
    requestKey.current = null
    draft.clear()
    setFiles([])
    onSent(sent.value)
  }

  return {
    text: draft.text,
    files,
    problems,
    sending,
    send,
    write(typed: string) {
      change()
      draft.write(typed)
    },
    attach(added: Iterable<File>) {
      change()
      const chosen = choose(files, added)
      setFiles(chosen.files)
      setProblems(chosen.problems)
    },
    remove(key: string) {
      change()
      setFiles(files.filter((one) => one.key !== key))
    },
  }
}

/** The draft of this party in this room. */
function useDraft({ id, viewer, ...parties }: Commission) {
  const key = viewer === 'admin' ? id : `${id}.${parties[viewer].id}`
  const [typed, setTyped] = useState<string | null>(null)
  // The page that the server sends has no draft.
  const isHydrated = useIsHydrated()
  return {
    text: typed ?? (isHydrated ? (drafts.read(key)['text'] ?? '') : ''),
    write(text: string) {
      setTyped(text)
      drafts.store(key, { text })
    },
    clear() {
      setTyped('')
      drafts.remove(key)
    },
  }
}

type Content = { fields: { text: string; requestKey: string }; files: File[] }

function useDelivery(id: string) {
  const [sending, setSending] = useState<Sending | null>(null)
  async function deliver({ fields, files }: Content) {
    const abort = new AbortController()
    const onProgress = ({ bytes, totalBytes }: Sent) =>
      setSending({ percent: Math.floor((100 * bytes) / totalBytes), stop: () => abort.abort() })
    onProgress({ bytes: 0, totalBytes: 1 })
    const sent = await sendFiles<typeof sendCommissionMessage>(
      'POST /api/commissions/{id}/messages',
      { fields: { id, ...fields }, field: 'attachments', files },
      { onProgress, signal: abort.signal },
    )
    setSending(null)
    return sent
  }
  return { sending, deliver }
}
