import './modal.css'
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../class-names.ts'
import { pushModal } from './modal-stack.ts'

export type ModalProps = Omit<ComponentProps<'dialog'>, 'open' | 'onClose' | 'ref'> & {
  open: boolean
  /** Called by Esc, a tap on the mask, a hardware back key. The parent then sets `open` to false. */
  onClose: () => void
  /** Position and animation: from the bottom, from the right, or fade in at the centre. */
  from: 'bottom' | 'right' | 'centre' | 'full'
  children: ReactNode
}

/**
 * The browser's modal `<dialog>`, the base of sheets, dialogs and panels: focus moves in, is trapped and restored; the
 * page behind is inert. The content is mounted while open and until the closing animation ends. It is a child of
 * `body`: a surrounding form or tappable card does not receive its events.
 */
export function Modal({ open, onClose, from, className, children, ...rest }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null)
  const pressedMask = useRef(false)
  /** Tells a close by the browser from our own: a second Esc closes the element without a `cancel` event. */
  const shown = useRef(false)
  const [leaving, setLeaving] = useState(false)
  const dismiss = useEffectEvent(onClose)

  // A layout effect: children scroll themselves into place in an effect and need a visible dialog by then.
  useLayoutEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return
    setLeaving(true)
    dialog.showModal()
    shown.current = true
    const forget = pushModal(dialog, () => dismiss())
    return () => {
      forget()
      shown.current = false
      dialog.close()
    }
  }, [open])

  useLayoutEffect(() => {
    const dialog = element.current
    if (open || !leaving || !dialog) return
    let current = true
    void Promise.allSettled(dialog.getAnimations().map((animation) => animation.finished)).then(() => {
      if (current) setLeaving(false)
    })
    return () => {
      current = false
    }
  }, [open, leaving])

  if (!open && !leaving) return null

  function cancel(event: SyntheticEvent<HTMLDialogElement>) {
    // A file input inside has its own `cancel` event, which bubbles.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  function closed(event: SyntheticEvent<HTMLDialogElement>) {
    // The event is asynchronous: meanwhile the element may have been closed by us, or shown again.
    if (event.target !== event.currentTarget || !shown.current || event.currentTarget.open) return
    onClose()
  }
  function click(event: MouseEvent<HTMLDialogElement>) {
    event.stopPropagation()
    if (event.target === event.currentTarget && pressedMask.current) onClose()
  }
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the mask; Esc is its keyboard twin.
    <dialog
      {...rest}
      ref={element}
      className={cx('modal', `modal-${from}`, className)}
      onCancel={cancel}
      onClose={closed}
      onPointerDown={(event) => {
        pressedMask.current = event.target === event.currentTarget
      }}
      onClick={click}
      onSubmit={(event) => event.stopPropagation()}
    >
      <div className="modal-body">{children}</div>
    </dialog>,
    document.body,
  )
}
