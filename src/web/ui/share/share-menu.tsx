import { Share2 } from 'lucide-react'
import { useId, useRef, type KeyboardEvent } from 'react'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { copyLink, shareOnDevice } from './share-actions.ts'
import { shareSites, type SharedPage } from './share-sites.ts'

/** The share button with its menu. `url` is the page's canonical address. */
export function ShareMenu(page: SharedPage) {
  const id = `share${useId()}`
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn btn-ghost btn-sm"
        popoverTarget={id}
        aria-haspopup="menu"
      >
        <Share2 size={16} aria-hidden="true" />
        Share
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={`Share ${page.title}`}
        className="popover share-menu"
        onBeforeToggle={() => placeUnder(menu.current, button.current)}
        onToggle={(event) => {
          if (event.newState === 'open') itemsOf(menu.current)[0]?.focus()
        }}
        onKeyDown={moveByKey}
      >
        <Items page={page} onChoose={() => menu.current?.hidePopover()} />
      </div>
    </>
  )
}

function Items({ page, onChoose }: { page: SharedPage; onChoose: () => void }) {
  const isHydrated = useIsHydrated()
  // Without scripts the items are reached by Tab; with them by the arrow keys.
  const item = { role: 'menuitem', className: 'menu-item', tabIndex: isHydrated ? -1 : undefined }
  const choose = (act: () => Promise<void>) => {
    onChoose()
    void act()
  }
  return (
    <>
      {isHydrated && 'share' in navigator && (
        <button
          type="button"
          {...item}
          data-icon="device"
          onClick={() => choose(() => shareOnDevice(page))}
        >
          Share from this device…
        </button>
      )}
      {shareSites.map(({ name, address }) => (
        <a
          key={name}
          {...item}
          data-icon={name}
          href={address(page)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onChoose}
        >
          {name}
        </a>
      ))}
      <button
        type="button"
        {...item}
        data-icon="link"
        className="menu-item needs-script"
        onClick={() => choose(() => copyLink(page.url))}
      >
        Copy link
      </button>
    </>
  )
}

/** On a wide screen under the button; on a phone the style sheet shows a sheet at the bottom. */
function placeUnder(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (!menu || !button) return
  const { bottom, right } = button.getBoundingClientRect()
  menu.style.setProperty('--menu-top', `${bottom + 8}px`)
  menu.style.setProperty('--menu-right', `${document.documentElement.clientWidth - right}px`)
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}

/** The keys of a menu: arrows, Home, End, a first letter; Tab leaves it. The browser handles Escape and Enter. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget
  const items = itemsOf(menu)
  const at = items.findIndex((item) => item === document.activeElement)
  const next = nextItem(event.key, items, at)
  if (next) {
    event.preventDefault()
    next.focus()
  } else if (event.key === ' ') {
    event.preventDefault()
    items[at]?.click()
  } else if (event.key === 'Tab') {
    menu.hidePopover()
  }
}

function nextItem(key: string, items: HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (!/^\p{L}$/u.test(key)) return undefined
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return following.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()))
}
