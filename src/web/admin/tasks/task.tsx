// Who takes care of something that may wait for a person, how old it is, and what comes next: in lists, and on its own page.

import type { ReactNode } from 'react'
import type { NextStep } from '#rules/admin/next-steps.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Cell } from '../admin-table.tsx'
import { Fact } from '../fact.tsx'
import { ageText, ownerText } from './task-texts.ts'
import { TakeForm, type TakenProps } from './take-form.tsx'

type TaskProps = TakenProps & {
  /** Null once it has ended: then nobody takes care of it any more. */
  next: NextStep | null
}

/** The last columns of each list. */
export const taskColumns = ['Age', 'Owner', 'Next step'] as const

type TaskCellsProps = TaskProps & {
  /** The address of its page, if it has one. */
  href?: string
  /** What is said beside the next step, or instead of one. */
  children?: ReactNode
}

export function TaskCells({ href, children, ...props }: TaskCellsProps) {
  const { about, task, next } = props
  const hasStep = href !== undefined || next !== null
  return (
    <>
      <Cell label="Age">
        <time dateTime={`P${task.ageDays}D`}>{ageText(task.ageDays)}</time>
      </Cell>
      <Cell label="Owner">
        <Owner {...props} />
      </Cell>
      <Cell label="Next step">
        {href === undefined ? (
          next && <Sentence next={next} />
        ) : (
          <PageLink href={href}>
            {next === null ? 'Look at it' : <Sentence next={next} />}
            <span className="sr-only">: {about}</span>
          </PageLink>
        )}
        {children !== undefined && (
          <div className={hasStep ? 'admin-after-step' : undefined}>{children}</div>
        )}
      </Cell>
    </>
  )
}

/** On the page of the task. */
export function TaskPanel(props: TaskProps) {
  const { task, next } = props
  if (next === null) return null
  return (
    <section aria-labelledby="task-title" className="panel panel-stack">
      <h2 id="task-title">Next step</h2>
      <p>
        <Sentence next={next} />
      </p>
      <dl className="admin-facts">
        <Fact label="Age">{ageText(task.ageDays)}</Fact>
        <Fact label="Owner">
          <bdi>{ownerText(task.owner)}</bdi>
        </Fact>
      </dl>
      {isForSomebody(props) && <TakeForm {...props} size="md" />}
    </section>
  )
}

function Owner(props: TaskProps) {
  const { task, next } = props
  if (next?.isAwaited === true && task.owner === null) return '–'
  return (
    <div className="stack-xs stack-start">
      <bdi>{ownerText(task.owner)}</bdi>
      {isForSomebody(props) && <TakeForm {...props} size="sm" />}
    </div>
  )
}

function isForSomebody({ task, next }: TaskProps): boolean {
  return next !== null && (task.owner !== null || !next.isAwaited)
}

function Sentence({ next: { text, at } }: { next: NextStep }) {
  return (
    <>
      {text}
      {at !== null && (
        <>
          {' '}
          <DateTimeText iso={at} />
        </>
      )}
    </>
  )
}
