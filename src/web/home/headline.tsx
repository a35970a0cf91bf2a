import { useState } from 'react'
import { productName, strapline } from '#rules/product.ts'
import { PauseIcon, PlayIcon } from '#web/player/play-icons.tsx'

/** A fixed heading; the animated text over it is decoration and can be stopped. */
export function Headline() {
  const [isStill, setIsStill] = useState(false)
  return (
    <div className={isStill ? 'headline headline-still' : 'headline'}>
      <h1 className="sr-only">{strapline}</h1>
      <p className="headline-faces" aria-hidden="true">
        <span>{strapline}</span>
        <span>{productName}</span>
      </p>
      <button
        type="button"
        className="headline-stop needs-script"
        aria-label={isStill ? 'Let the headline change' : 'Stop the changing headline'}
        onClick={() => setIsStill(!isStill)}
      >
        {isStill ? <PlayIcon /> : <PauseIcon />}
      </button>
    </div>
  )
}
