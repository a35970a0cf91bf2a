import { Notice } from '#web/ui/notice.tsx'
import type { SettingsResult } from './settings-result.ts'

/** After the form that was just sent. */
export function DoneNotice({ result, form }: { result: SettingsResult | undefined; form: string }) {
  if (result?.form !== form || result.done === undefined) return null
  return (
    <Notice tone="felt">
      <output>{result.done}</output>
    </Notice>
  )
}
