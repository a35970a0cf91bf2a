// Writing a message: Enter begins a line, Ctrl or Cmd with Enter sends.

import { Paperclip, X } from 'lucide-react'
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { Message } from '#contracts/commissions/messages.ts'
import {
  attachmentFileTypes,
  attachmentFormats,
  maxAttachmentMegabytes,
  maxMessageLength,
  maxAttachments,
} from '#rules/commissions/message-limits.ts'
import { TextArea } from '#web/forms/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { documentSize } from '#web/ui/document-size.ts'
import type { ChosenFile } from './chosen-files.ts'
import { useComposer } from './use-composer.ts'

type ComposerProps = { commission: Commission; onSent: (sent: Message) => void }

export function Composer({ commission, onSent }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null)
  const composer = useComposer(commission, (sent) => {
    onSent(sent)
    // The list of files, whose button may have had the focus, is gone.
    form.current?.querySelector('textarea')?.focus()
  })
  const { files, problems, send, attach, remove } = composer
  const { isOver, dropping } = useDrop(attach)
  return (
    <form
      ref={form}
      className={isOver ? 'composer composer-over needs-script' : 'composer needs-script'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      {...dropping}
    >
      <TextOf commission={commission} composer={composer} />
      <ChosenFiles files={files} onRemove={remove} />
      {problems.length > 0 && (
        <div role="alert">
          {problems.map((problem) => (
            <ErrorText key={problem}>{problem}</ErrorText>
          ))}
        </div>
      )}
      <Buttons composer={composer} />
      <p className="commission-hint">
        Up to {maxAttachments} files of {maxAttachmentMegabytes} MB each: {attachmentFormats}. You
        can also drop them here.
      </p>
    </form>
  )
}

type PartProps = { composer: ReturnType<typeof useComposer> }

function TextOf({
  commission,
  composer: { text, write, send },
}: PartProps & Pick<ComposerProps, 'commission'>) {
  const other = commission[commission.viewer === 'customer' ? 'artist' : 'customer']
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  return (
    <TextArea
      name="message"
      required
      label={
        <>
          Your message to <bdi>{other.name}</bdi>
        </>
      }
      hint="Ctrl + Enter sends it, on a Mac ⌘ + Enter."
      rows={3}
      maxLength={maxMessageLength}
      showCount
      value={text}
      onChange={(event) => write(event.target.value)}
      onKeyDown={sendByKey}
    />
  )
}

function Buttons({ composer: { files, sending, attach } }: PartProps) {
  const isSendingFiles = sending !== null && files.length > 0
  return (
    <>
      {isSendingFiles && <Progress label="Sending the files" percent={sending.percent} />}
      <div className="commission-buttons">
        <Button type="submit" isLoading={sending !== null} loadingText="Sending…">
          Send message
        </Button>
        <AttachButton onChoose={attach} />
        {isSendingFiles && (
          <Button variant="ghost" onClick={sending.stop}>
            Stop
          </Button>
        )}
      </div>
    </>
  )
}

function ChosenFiles({
  files,
  onRemove,
}: {
  files: ChosenFile[]
  onRemove: (key: string) => void
}) {
  if (files.length === 0) return null
  return (
    <ul className="chosen-files" aria-label="Chosen files">
      {files.map(({ key, file }) => (
        <li key={key}>
          <span>
            <bdi>{file.name}</bdi>, {documentSize(file.size)}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${file.name}`}
            onClick={() => onRemove(key)}
          >
            <X size={18} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function AttachButton({ onChoose }: { onChoose: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="ghost" onClick={() => input.current?.click()}>
        <Paperclip size={18} aria-hidden="true" />
        Attach files
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={attachmentFileTypes.join()}
        aria-label="Files"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}

function useDrop(onDrop: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    dropping: {
      onDragOver(event: DragEvent) {
        // Without this the browser would open the file.
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: () => setIsOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault()
        setIsOver(false)
        onDrop([...event.dataTransfer.files])
      },
    },
  }
}
