import './sheet.css'
import '../show/cell.css'
import { type ReactNode, useId } from 'react'
import { cx } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import { IconButton } from '../layout.tsx'
import type { Tone } from '../show/tag.tsx'
import { Modal } from './modal.tsx'
import '../show/tag.css'
import { say } from '../../words/words.ts'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Fixed at the bottom: one action, or 重置 beside it. */
  footer?: ReactNode
  /** The children have their own side padding: for lists whose pressed rows extend to the edge. */
  flush?: boolean
  className?: string
}

/** Opens from the bottom to at most 80 % of the height; from 768 on, a dialog 480 wide. */
export function Sheet({ open, onClose, title, children, footer, flush, className }: SheetProps) {
  const id = useId()
  return (
    <Modal open={open} onClose={onClose} from="bottom" aria-labelledby={id} className={cx('sheet', className)}>
      <div className="sheet-grab" />
      <header className="row keep justify-between sheet-head">
        <h2 id={id} className="size-l">
          {title}
        </h2>
        <IconButton name="close" label={say('关闭')} size={20} onClick={onClose} />
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
  icon?: IconName
  /** Colour of the icon's square. */
  tone?: Tone
  /** Red, for irreversible actions; such actions come last. */
  danger?: boolean
  /** Why it cannot be chosen now; replaces the note. */
  reason?: string
  /** The current value. */
  chosen?: boolean
}

export type ActionSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  actions: readonly Action[]
  /** The sheet closes by itself afterwards. */
  onPick: (key: string) => void
}

/** A list of actions to choose from. */
export function ActionSheet({ open, onClose, title, actions, onPick }: ActionSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title} flush>
      {actions.map((action) => (
        <button
          key={action.key}
          type="button"
          className={cx('cell', 'cell-press', 'action-sheet-item', action.danger && 'action-sheet-danger')}
          disabled={action.reason !== undefined}
          aria-current={action.chosen || undefined}
          onClick={() => {
            onPick(action.key)
            onClose()
          }}
        >
          {action.icon && (
            <span
              className={cx('disc action-sheet-icon', `tone-${action.danger ? 'danger' : (action.tone ?? 'neutral')}`)}
            >
              <Icon name={action.icon} />
            </span>
          )}
          <span className="cell-main">
            {action.label}
            {(action.reason ?? action.note) && <small className="block">{action.reason ?? action.note}</small>}
          </span>
          <span className="cell-chevron">
            <Icon name={action.chosen ? 'check' : 'chevron-right'} size={16} />
          </span>
        </button>
      ))}
    </Sheet>
  )
}
