import './empty.css'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export type EmptyProps = {
  /** What is missing: 没有匹配的订单. */
  title: string
  /** Why: the active filters, what fills it. */
  note?: ReactNode
  /** One action; a second, quieter one under it. */
  action?: { label: string; onClick: () => void }
  second?: { label: string; onClick: () => void }
  /** `search` nothing matches, `list` nothing there yet, `locked` no permission, `network` could not load. */
  art?: 'search' | 'list' | 'locked' | 'network'
}

/** A small line drawing, what is missing, why, and one way on. */
export function Empty({ title, note, action, second, art = 'list' }: EmptyProps) {
  return (
    <div className="empty">
      <Art kind={art} />
      <h2 className="empty-title">{title}</h2>
      {note && <p className="empty-note">{note}</p>}
      {action && (
        <Button
          className="empty-action"
          variant={art === 'network' || art === 'locked' ? 'primary' : 'outline'}
          onClick={action.onClick}
        >
          {action.label}
        </Button>
      )}
      {second && (
        <Button variant="text" onClick={second.onClick}>
          {second.label}
        </Button>
      )}
    </div>
  )
}

export type LoadErrorProps = {
  /** Tries again. */
  onRetry: () => void
  /** What happened and what is safe; 加载失败，点击重试 when nothing more is known. */
  title?: string
  note?: ReactNode
  /** One line inside a list or card in place of the whole-page drawing. */
  inline?: boolean
}

/** What could not be loaded, and 重试. */
export function LoadError({ onRetry, title, note, inline }: LoadErrorProps) {
  if (inline) {
    return (
      <button type="button" className="load-error" onClick={onRetry}>
        {title ?? '加载失败，点击重试'}
      </button>
    )
  }
  if (title === undefined) {
    return (
      <div className="empty" role="alert">
        <Art kind="network" />
        <Button variant="text" onClick={onRetry}>
          加载失败，点击重试
        </Button>
        {note && <p className="empty-note">{note}</p>}
      </div>
    )
  }
  return (
    <div role="alert">
      <Empty art="network" title={title} note={note} action={{ label: '重试', onClick: onRetry }} />
    </div>
  )
}

const surface = { fill: 'var(--c-surface)', stroke: 'var(--c-hairline-strong)', strokeWidth: 1.5 }
const line = { fill: 'none', strokeWidth: 2.6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

function Art({ kind }: { kind: NonNullable<EmptyProps['art']> }) {
  const cards = kind === 'search' || kind === 'list'
  return (
    <svg className="empty-art" viewBox="0 0 168 120" aria-hidden="true">
      <ellipse cx="84" cy="106" rx="66" ry="7" fill="var(--c-press)" />
      {cards ? (
        <>
          <rect x="34" y="30" width="100" height="34" rx="10" {...surface} />
          <path d="M50 47h22M88 47h29" stroke="var(--c-press)" strokeWidth="8" strokeLinecap="round" />
          <rect x="34" y="70" width="100" height="30" rx="10" {...surface} strokeDasharray="4 4" />
        </>
      ) : (
        <rect x="44" y="20" width="80" height="78" rx="14" {...surface} />
      )}
      {kind === 'search' && (
        <>
          <circle cx="120" cy="70" r="19" fill="var(--c-primary-tint)" />
          <path
            d="M110.500 68a7.500 7.500 0 1 0 15 0a7.500 7.500 0 1 0 -15 0M124 74l5.500 5.500"
            stroke="var(--c-link)"
            {...line}
          />
        </>
      )}
      {kind === 'locked' && (
        <path
          d="M68 54h32a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4H68a4 4 0 0 1-4-4V58a4 4 0 0 1 4-4zM72 54v-7a12 12 0 0 1 24 0v7M84 65v6"
          stroke="var(--c-ink-4)"
          {...line}
        />
      )}
      {kind === 'network' && (
        <>
          <path
            d="M62 52a33 33 0 0 1 44 0M69 62a22 22 0 0 1 30 0M76 72a11 11 0 0 1 16 0M84 80v.1"
            stroke="var(--c-ink-4)"
            {...line}
          />
          <circle cx="119" cy="88" r="17" fill="var(--c-danger-tint)" />
          <path d="M119 80v9M119 95v.1" stroke="var(--c-danger)" {...line} />
        </>
      )}
    </svg>
  )
}
