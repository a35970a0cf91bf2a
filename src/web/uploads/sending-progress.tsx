import { fileSize } from '#web/ui/file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { Sending } from './use-sending.ts'

type SendingProgressProps = { sending: Sending; fileName: string; onCancel: () => void }

export function SendingProgress({ sending, fileName, onCancel }: SendingProgressProps) {
  const percent =
    sending.totalBytes === 0 ? 0 : Math.floor((sending.bytes / sending.totalBytes) * 100)
  const isSent = percent === 100
  return (
    <div className="grid gap-2 rounded-control bg-sunken px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <strong className="wrap-anywhere">
          <bdi>{fileName}</bdi>
        </strong>
        <span>
          {isSent
            ? 'Sent. The server is taking it in…'
            : `${percent}% · ${fileSize(sending.bytes)} of ${fileSize(sending.totalBytes)}`}
        </span>
      </p>
      <Progress label={`Sending ${fileName}`} percent={percent} />
      <div className="flex items-center justify-between gap-4">
        <p className="text-md text-ink-2">{timeLeft(sending.secondsLeft)}</p>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
      {/* Announced at every quarter only, so that a screen reader does not interrupt too often. */}
      <output className="sr-only">{`${Math.floor(percent / 25) * 25}% sent`}</output>
    </div>
  )
}

function timeLeft(seconds: number | null): string {
  if (seconds === null || seconds === 0) return ''
  if (seconds < 60) return `About ${seconds} s left`
  return `About ${Math.ceil(seconds / 60)} min left`
}
