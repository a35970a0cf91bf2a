// One of the artist's examples: played, moved, described or removed; or why it is not there yet.

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { OwnExample } from '#contracts/artists/examples.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ExampleButton, ExampleFailure } from '../example-button.tsx'
import { editingMessages } from './editing-messages.ts'
import { EditExample } from './example-dialogs.tsx'

type ExampleRowProps = {
  example: OwnExample
  artistName: string
  /** From 1. */
  number: number
  count: number
  onMove: (by: -1 | 1) => void
  onChanged: () => Promise<unknown>
}

export function ExampleRow({ example, artistName, number, count, ...rest }: ExampleRowProps) {
  const { url, description } = example
  return (
    <li className="example-row">
      {url === null ? (
        <ExampleState example={example} />
      ) : (
        <ExampleButton url={url} artistName={artistName} number={number} />
      )}
      <div className="example-words">
        <p className="user-text" dir="auto">
          <b>{number}.</b> {description}
        </p>
        <p className="detail user-words">
          <bdi>{example.fileName}</bdi>
          {example.durationSeconds !== null && ` · ${Math.round(example.durationSeconds)} s`}
          {example.state === 'waiting' && ` · ${editingMessages.preparing}`}
        </p>
        {example.reason !== null && (
          <ErrorText id={`example-${example.id}`}>{example.reason}</ErrorText>
        )}
        {url !== null && <ExampleFailure url={url} />}
        <RowButtons example={example} number={number} count={count} {...rest} />
      </div>
    </li>
  )
}

/** In the place of the play button. */
function ExampleState({ example }: { example: OwnExample }) {
  return (
    <span className="example-state" aria-hidden="true">
      {example.state === 'waiting' ? <Spinner size={22} /> : '–'}
    </span>
  )
}

function RowButtons({
  example,
  number,
  count,
  onMove,
  onChanged,
}: Omit<ExampleRowProps, 'artistName'>) {
  const what = `example ${number}`
  return (
    <div className="button-row-sm example-buttons">
      <EditExample example={example} what={what} onDone={onChanged} />
      {number > 1 && (
        <Button variant="ghost" size="sm" aria-label={`Move ${what} up`} onClick={() => onMove(-1)}>
          <ArrowUp size={18} aria-hidden="true" />
        </Button>
      )}
      {number < count && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Move ${what} down`}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={18} aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}
