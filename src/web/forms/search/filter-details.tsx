import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { goToResults, resultsId } from './results-region.tsx'

type FilterDetailsProps = {
  className?: string
  children: (isOpen: boolean) => ReactNode
}

/**
 * The advanced filters of a search form: within the form, so that they work without a script. Closed at first, also for a
 * link with filters: the chips name them, and the results are in view.
 */
export function FilterDetails({ className = '', children }: FilterDetailsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const panel = useRef<HTMLDetailsElement>(null)
  // Opened before hydration.
  useEffect(() => setIsOpen(panel.current?.open ?? false), [])
  return (
    <details
      ref={panel}
      className={`filter-panel ${className}`.trimEnd()}
      open={isOpen}
      suppressHydrationWarning
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <SlidersHorizontal size={20} aria-hidden="true" />
        <span>Advanced Filters</span>
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      {children(isOpen)}
    </details>
  )
}

/** @param path of the page; without a script the button sends the form */
export function ShowResults({ path, children }: { path: string; children: string }) {
  return (
    <p className="filter-foot">
      <Button type="submit" formAction={`${path}#${resultsId}`} onClick={showResults}>
        {children}
      </Button>
    </p>
  )
}

/** Every choice has been applied already: the button leads from the panel to its results. */
function showResults(event: MouseEvent) {
  event.preventDefault()
  goToResults()
}
