// Asked once, before a track is delivered without the sung guide that the singer wished for.

import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

type GuideQuestionProps = { customerName: string; onDeliver: () => void; onChoose: () => void }

export function GuideQuestion({ customerName, onDeliver, onChoose }: GuideQuestionProps) {
  const choose = useRef<HTMLButtonElement>(null)
  useEffect(() => choose.current?.focus(), [])
  return (
    <div role="group" aria-labelledby="guide-question" className="panel-stack">
      <p id="guide-question">
        Deliver without the sung guide? <bdi>{customerName}</bdi> has asked for one.
      </p>
      <div className="commission-buttons">
        <Button ref={choose} variant="ghost" onClick={onChoose}>
          Choose the guide
        </Button>
        <Button onClick={onDeliver}>Deliver without it</Button>
      </div>
    </div>
  )
}
