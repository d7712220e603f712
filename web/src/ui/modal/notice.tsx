import './notice.css'
import '../show/tag.css'
import type { ReactNode } from 'react'
import { say } from '../../words/words.ts'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'

export type NoticeProps = {
  tone?: 'primary' | 'success' | 'warning' | 'danger'
  children: ReactNode
  action?: { label: string; onClick: () => void }
  onClose?: () => void
}

/** A tinted bar inside a page: a deadline, a delay or other information. */
export function Notice({ tone = 'warning', children, action, onClose }: NoticeProps) {
  const icon = tone === 'primary' ? 'info' : tone === 'success' ? 'check' : 'warning'
  return (
    <div className={`notice tone-${tone}`} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={icon} />
      <span className="grow">{children}</span>
      {action && (
        <button type="button" className="reach keep weight-b" onClick={action.onClick}>
          {action.label}
        </button>
      )}
      {onClose && <IconButton name="close" label={say('关闭提示')} size={16} onClick={onClose} />}
    </div>
  )
}
