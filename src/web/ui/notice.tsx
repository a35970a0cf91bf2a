import type { ReactNode } from 'react'

type NoticeProps = { tone: 'info' | 'felt' | 'danger'; title?: ReactNode; children: ReactNode }

export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'danger' ? 'alert' : undefined}>
      {title && <p className="notice-title">{title}</p>}
      {children}
    </div>
  )
}
