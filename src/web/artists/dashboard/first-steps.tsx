// The three steps to the first sale, at the head of the dashboard until they are done.

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { uploadDialog } from '#rules/artists/dashboard-search.ts'
import { settingsPath } from '#rules/page-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useDashboardAddress } from './dashboard-address.ts'

export type StepsDone = {
  email: boolean
  /** Null while it is not known: the card about payments says why, and the next step is another one. */
  payments: boolean | null
  track: boolean
}

export function FirstSteps({ done }: { done: StepsDone }) {
  const { linkTo } = useDashboardAddress()
  const steps: { name: keyof StepsDone; text: string; link: ReactNode }[] = [
    {
      name: 'email',
      text: 'Confirm your email',
      link: <PageLink href={settingsPath}>Send the email again</PageLink>,
    },
    {
      name: 'payments',
      text: 'Set up payments',
      link: <a href="#setup-heading">See what is needed</a>,
    },
    {
      name: 'track',
      text: 'Upload your first track',
      link: <PageLink {...linkTo(uploadDialog)}>Upload it</PageLink>,
    },
  ]
  const next = steps.find(({ name }) => done[name] === false)
  if (!next) return null
  return (
    <Panel aria-labelledby="steps-heading">
      <h2 id="steps-heading">Three steps to your first sale</h2>
      <ol className="first-steps">
        {steps.map(({ name, text, link }, at) => (
          <li key={name} aria-current={name === next.name ? 'step' : undefined}>
            <span className="first-step-state">
              {done[name] ? (
                <Check size={20} role="img" aria-label="Done:" />
              ) : (
                <span aria-hidden="true">{at + 1}.</span>
              )}
            </span>
            <span className="first-step">
              <span className={name === next.name ? 'first-step-next' : 'muted'}>{text}</span>
              {name === next.name && link}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
