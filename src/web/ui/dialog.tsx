// A modal dialog; on a phone, a bottom sheet. Load it lazily: `lazy(() => import('#web/ui/dialog.tsx'))`.

import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** Has the focus first: for an action that cannot be undone, the cancel button. */
  firstFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  /** Wider, and on a phone as high as the screen. */
  isForm?: boolean
}

export default function Dialog(props: DialogProps) {
  return (
    <Base.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="dialog-scrim" />
        <Base.Popup
          className={props.isForm ? 'dialog dialog-form' : 'dialog'}
          initialFocus={props.firstFocus}
        >
          <div className="dialog-head">
            <Base.Title>{props.title}</Base.Title>
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
