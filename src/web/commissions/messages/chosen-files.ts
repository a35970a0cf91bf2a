// The check of chosen files before a byte is sent. The server identifies each by its first bytes.

import {
  attachmentFileTypes,
  maxAttachmentBytes,
  maxAttachments,
} from '#rules/commissions/message-limits.ts'
import { roomMessages } from './room-messages.ts'

export type ChosenFile = { key: string; file: File }

/** Those that can be sent with the ones before, and what is wrong with each of the others. */
export function choose(
  before: ChosenFile[],
  added: Iterable<File>,
): { files: ChosenFile[]; problems: string[] } {
  const files = [...before]
  const problems: string[] = []
  for (const file of added) {
    const problem =
      files.length >= maxAttachments ? roomMessages.tooMany(file.name) : problemWithFile(file)
    if (problem === null) files.push({ key: crypto.randomUUID(), file })
    else problems.push(problem)
  }
  return { files, problems }
}

function problemWithFile(file: File): string | null {
  if (file.size === 0) return roomMessages.empty(file.name)
  if (file.size > maxAttachmentBytes) return roomMessages.tooLarge(file.name)
  return isAccepted(file) ? null : roomMessages.notAccepted(file.name)
}

/** Some systems give files no media type: then the ending of the name counts. */
function isAccepted({ name, type }: File): boolean {
  const kinds: readonly string[] = attachmentFileTypes
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
  return kinds.some((kind) =>
    kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : kind === type || kind === ending,
  )
}
