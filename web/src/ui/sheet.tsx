import './sheet.css'
import { type ReactNode, useId } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './class-names.ts'
import { Modal } from './modal.tsx'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Stays at the bottom: one action, or 重置 beside it. */
  footer?: ReactNode
  /** The children bring their own side padding: lists whose rows press to the edge. */
  flush?: boolean
  className?: string
}

/** Rises from below to at most 80 % of the height; from 768 up a 480 dialog. */
export function Sheet({ open, onClose, title, children, footer, flush, className }: SheetProps) {
  const id = useId()
  return (
    <Modal open={open} onClose={onClose} from="bottom" aria-labelledby={id} className={cx('sheet', className)}>
      <div className="sheet-grab" />
      <header className="sheet-head">
        <h2 id={id}>{title}</h2>
        <IconButton name="close" label="关闭" size={20} onClick={onClose} />
      </header>
      <div className={cx('sheet-content', flush && 'sheet-flush')}>{children}</div>
      {footer && <footer className="sheet-foot">{footer}</footer>}
    </Modal>
  )
}

export type Action = {
  key: string
  label: string
  /** A second line under the label. */
  note?: string
  danger?: boolean
  /** Why it cannot be chosen now; shown under the label. */
  reason?: string
}

export type ActionSheetProps = {
  open: boolean
  onClose: () => void
  /** Said by screen readers, and shown when `caption` is set. */
  title: string
  caption?: boolean
  actions: Action[]
  /** The sheet closes itself before this is called. */
  onPick: (key: string) => void
}

/** A list of verbs; the destructive ones last and red. */
export function ActionSheet({ open, onClose, title, caption, actions, onPick }: ActionSheetProps) {
  return (
    <Modal open={open} onClose={onClose} from="bottom" aria-label={title} className="action-sheet">
      {caption && <p className="action-sheet-caption">{title}</p>}
      <ul className="action-sheet-list">
        {actions.map((action) => (
          <li key={action.key}>
            <button
              type="button"
              className={cx('action-sheet-item', action.danger && 'action-sheet-danger')}
              disabled={action.reason !== undefined}
              onClick={() => {
                onClose()
                onPick(action.key)
              }}
            >
              {action.label}
              {(action.reason ?? action.note) && <small>{action.reason ?? action.note}</small>}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="action-sheet-item action-sheet-cancel" onClick={onClose}>
        取消
      </button>
    </Modal>
  )
}
