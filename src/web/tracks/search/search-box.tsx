import { Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react'
import type { Suggestion } from '#contracts/catalogue.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { SearchInput } from './search-input.tsx'
import type { SuggestionsProps } from './suggestions.tsx'
import type { BoxHandlers } from './use-suggestions.ts'

const Suggestions = lazyOr<SuggestionsProps>(
  () => import('./suggestions.tsx'),
  () => null,
)

type SearchBoxProps = Pick<ComponentProps<'input'>, 'value' | 'onChange'> & {
  onChoose: (suggestion: Suggestion) => void
}

/** A search input that suggests titles and artists. Until it is used, and without a script, it is a plain input. */
export function SearchBox({ value, onChange, onChoose }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  const suggestions = useRef<BoxHandlers>(null)
  /** The text before it was changed here; null until the box is used. */
  const [textBefore, setTextBefore] = useState<string | null>(null)
  const [popup, setPopup] = useState<ComponentProps<'input'>>({})
  const use = () => setTextBefore((before) => before ?? box.current?.defaultValue ?? '')
  const useIfFocused = useEffectEvent(() => {
    if (document.activeElement === box.current) use()
  })
  // Focused before hydration.
  useEffect(() => useIfFocused(), [])
  return (
    <>
      <SearchInput
        ref={box}
        value={value}
        onChange={(event) => {
          onChange?.(event)
          suggestions.current?.input()
        }}
        onKeyDown={(event) => suggestions.current?.press(event)}
        onBlur={() => suggestions.current?.leave()}
        onFocus={use}
        {...popup}
      />
      {textBefore !== null && (
        <Suspense fallback={null}>
          <Suggestions
            ref={suggestions}
            box={box}
            textBefore={textBefore}
            onPopup={setPopup}
            onChoose={onChoose}
          />
        </Suspense>
      )}
    </>
  )
}
