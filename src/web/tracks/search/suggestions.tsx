// The list below a search box and its keyboard control: the combobox of the ARIA Authoring Practices with a listbox
// popup. Loaded when a search box is first used. A library's combobox is thirty times as large and renders its own input.

import { Music, UserRound } from 'lucide-react'
import { useEffect, type ComponentProps } from 'react'
import type { Suggestion } from '#contracts/catalogue.ts'
import { SungBy } from '#web/tracks/track-artists.tsx'
import { searchMessages } from './search-messages.ts'
import { useSuggestions, type SuggestionInputs } from './use-suggestions.ts'

export type SuggestionsProps = SuggestionInputs & {
  /** The attributes that describe the list on the input. */
  onPopup: (attributes: ComponentProps<'input'>) => void
}

export default function Suggestions({ onPopup, ...inputs }: SuggestionsProps) {
  const { found, active, choose } = useSuggestions(inputs)
  const isOpen = found.length > 0
  const activeId = active === null ? undefined : optionId(active)
  useEffect(() => {
    onPopup({
      // A search input may not have the role.
      type: 'text',
      role: 'combobox',
      enterKeyHint: 'search',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': activeId,
    })
  }, [onPopup, isOpen, activeId])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <>
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          className="suggestions"
          tabIndex={-1}
          // The input keeps the focus, even when the scrollbar is pressed.
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((suggestion, place) => (
            <Option
              key={optionId(place)}
              id={optionId(place)}
              suggestion={suggestion}
              isActive={place === active}
              choose={() => choose(suggestion)}
            />
          ))}
        </div>
      )}
      <span role="status" className="sr-only">
        {isOpen && searchMessages.suggestionCount(found.length)}
      </span>
    </>
  )
}

/** One list is open at a time: the box of an open one has the focus. */
const listId = 'suggestions'
const optionId = (place: number) => `suggestion-${place}`

type OptionProps = { id: string; suggestion: Suggestion; isActive: boolean; choose: () => void }

function Option({ id, suggestion, isActive, choose }: OptionProps) {
  const isTitle = suggestion.kind === 'title'
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      // The input handles the keyboard.
      tabIndex={-1}
      onClick={choose}
    >
      {isTitle ? (
        <Music size={18} aria-hidden="true" />
      ) : (
        <UserRound size={18} aria-hidden="true" />
      )}
      <span>
        <bdi>{suggestion.text}</bdi>{' '}
        <small>{isTitle ? <SungBy originalArtist={suggestion.originalArtist} /> : 'Artist'}</small>
      </span>
    </button>
  )
}
