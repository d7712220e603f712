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
  /** Esc, a tap on the mask, a hardware back key. The owner answers by setting `open` to false. */
  onClose: () => void
  /** Where it stands: rises from below, comes in from the right, or fades in at the centre. */
  from: 'bottom' | 'right' | 'centre' | 'full'
  children: ReactNode
}

/**
 * The platform's modal `<dialog>`, from which sheets, dialogs and panels are made: focus moves in, is kept in and
 * returned; what is behind is inert. The content is mounted while open and until the closing motion has ended, and
 * stands in `body`: a form or a tappable card around it is not concerned by what happens inside.
 */
export function Modal({ open, onClose, from, className, children, ...rest }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null)
  const pressedMask = useRef(false)
  /** Told apart from a close of our own: a second Esc closes the element without asking. */
  const shown = useRef(false)
  const [leaving, setLeaving] = useState(false)
  const dismiss = useEffectEvent(onClose)

  // A layout effect: children that scroll themselves into place do so in an effect and need it on screen by then.
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
    // A file input inside sends its own `cancel` up the tree.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  function closed(event: SyntheticEvent<HTMLDialogElement>) {
    // The event comes late: the element may have been closed by us, or shown again, meanwhile.
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
