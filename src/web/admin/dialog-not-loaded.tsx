import { networkError } from '#web/api/network-error.ts'
import { Notice } from '#web/ui/notice.tsx'

export function DialogNotLoaded() {
  return <Notice tone="danger">{networkError.message}</Notice>
}
