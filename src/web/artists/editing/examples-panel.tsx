// The artist's examples: in an order of their own, some of them still being prepared.

import { useCallback, useEffect, useState } from 'react'
import type { listOwnExamples, orderExamples, OwnExample } from '#contracts/artists/examples.ts'
import { maxExampleSeconds, maxExamples } from '#rules/artists/example-limits.ts'
import { request } from '#web/api/browser.ts'
import { followChanges } from '#web/api/live-events.ts'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { AddExample } from './example-dialogs.tsx'
import { ExampleRow } from './example-row.tsx'

type ExamplesPanelProps = {
  artistName: string
  examples: OwnExample[]
  /** Called with each new state of the list. */
  onChanged: (examples: OwnExample[]) => void
}

export function ExamplesPanel({ artistName, examples, onChanged }: ExamplesPanelProps) {
  const { refetch, move, announced } = useExamples(examples, onChanged)
  return (
    <Panel aria-labelledby="examples-heading">
      <h2 id="examples-heading" tabIndex={-1}>
        Examples of how you play
      </h2>
      <p className="examples-hint">
        Up to {maxExamples}, each {maxExampleSeconds} seconds at most. The first one is played from
        your card in the list of artists.
      </p>
      {examples.length > 0 && (
        <ol className="rows examples">
          {examples.map((example, at) => (
            <ExampleRow
              key={example.id}
              example={example}
              artistName={artistName}
              number={at + 1}
              count={examples.length}
              onMove={(by) => void move(at, at + by)}
              onChanged={refetch}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      {examples.length < maxExamples ? (
        <AddExample onDone={refetch} />
      ) : (
        <p className="detail examples-full">
          These are {maxExamples} examples. To add another one, remove one first.
        </p>
      )}
    </Panel>
  )
}

function useExamples(examples: OwnExample[], onChanged: (examples: OwnExample[]) => void) {
  const [announced, setAnnounced] = useState('')

  const refetch = useCallback(async () => {
    const result = await request<typeof listOwnExamples>('GET /api/artist/examples', {})
    if (result.ok) onChanged(result.value.examples)
    return result.ok ? result.value.examples : null
  }, [onChanged])

  const isPreparing = examples.some(({ state }) => state === 'waiting')
  useEffect(() => {
    if (!isPreparing) return undefined
    return followChanges({
      isConcerned: ({ name }) => name === 'exampleChanged',
      refetch: async () => (await refetch())?.some(({ state }) => state === 'waiting') ?? true,
    })
  }, [isPreparing, refetch])

  async function move(from: number, to: number): Promise<void> {
    const ids = examples.map(({ id }) => id)
    ids.splice(to, 0, ...ids.splice(from, 1))
    const result = await request<typeof orderExamples>('PUT /api/artist/examples/order', { ids })
    if (!result.ok) {
      toast.error(result.message)
      await refetch()
      return
    }
    onChanged(result.value.examples)
    setAnnounced(`Example ${from + 1} is now number ${to + 1}.`)
  }

  return { refetch, move, announced }
}
