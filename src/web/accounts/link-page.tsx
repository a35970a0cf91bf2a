// The frame of the pages around links in emails: a heading, a sentence and a panel.

import type { ReactNode } from 'react'

type LinkPageProps = { title: string; lead?: ReactNode; children: ReactNode }

export function LinkPage({ title, lead, children }: LinkPageProps) {
  return (
    <div className="page page-narrow">
      <h1 className="page-title">{title}</h1>
      {lead && <p className="page-lead">{lead}</p>}
      <div className="panel panel-stack">{children}</div>
    </div>
  )
}
