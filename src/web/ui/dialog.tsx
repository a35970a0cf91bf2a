// A modal dialog; on a phone, a bottom sheet. Load it lazily: `lazy(() => import('#web/ui/dialog.tsx'))`.

import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ComponentProps, type ReactNode } from 'react'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** Has the focus first: for an action that cannot be undone, the cancel button; for a text to read, its title. */
  firstFocus?: 'title' | ComponentProps<typeof Base.Popup>['initialFocus']
  /** Wider, and on a phone as high as the screen. */
  isForm?: boolean
  /** Wider still, for a page's content. */
  isPage?: boolean
}

export default function Dialog(props: DialogProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const { firstFocus } = props
  const change = (open: boolean, { reason, cancel }: Base.Root.ChangeEventDetails) => {
    const menu = document.querySelector<HTMLElement>(':popover-open')
    if (reason !== 'escape-key' || menu === null) return props.onOpenChange(open)
    // The key is for the menu in front only.
    cancel()
    menu.hidePopover()
  }
  return (
    <Base.Root open={props.open} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className="dialog-scrim" />
        <Base.Popup
          className={classOf(props)}
          initialFocus={firstFocus === 'title' ? title : firstFocus}
        >
          <div className="dialog-head">
            <Base.Title ref={title} tabIndex={-1}>
              {props.title}
            </Base.Title>
            <Base.Close className="icon-button" aria-label="Close">
              <X size={20} aria-hidden="true" />
            </Base.Close>
          </div>
          <div className="dialog-body">{props.children}</div>
          {props.footer && <div className="dialog-foot">{props.footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function classOf({ isForm, isPage }: DialogProps): string {
  if (isPage) return 'dialog dialog-form dialog-page'
  return isForm ? 'dialog dialog-form' : 'dialog'
}
