import { useId, type ReactNode } from 'react'
import { Panel } from '#web/ui/panel.tsx'

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Panel className="panel-stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Panel>
  )
}
