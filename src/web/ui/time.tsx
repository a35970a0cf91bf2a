import { formatDate } from '#rules/date-format.ts'

export function DateText({ iso }: { iso: string | null | undefined }) {
  return <time dateTime={iso ?? undefined}>{formatDate(iso)}</time>
}
