import './empty.css'
import { lazy, type ReactNode, Suspense } from 'react'
import { Button } from '../button.tsx'
import type { ArtKind } from './empty-art.tsx'

export type EmptyProps = {
  /** What is missing: 没有匹配的订单. */
  title: string
  /** Why: the active filters, what fills it. */
  note?: ReactNode
  /** One action; a second, quieter one under it. */
  action?: { label: string; onClick: () => void }
  second?: { label: string; onClick: () => void }
  /** `search` nothing matches, `list` nothing there yet, `locked` no permission, `network` could not load. */
  art?: ArtKind
}

// The drawing comes after the words: no first page waits for it, and one that does not come leaves its place empty.
const Art = lazy<(props: { readonly kind: ArtKind }) => ReactNode>(() =>
  import('./empty-art.tsx').catch(() => ({ default: () => null })),
)

const Drawing = (props: { readonly kind: ArtKind }) => (
  <div className="empty-art">
    <Suspense>
      <Art {...props} />
    </Suspense>
  </div>
)

/** A small line drawing, what is missing, why, and one way on. */
export function Empty({ title, note, action, second, art = 'list' }: EmptyProps) {
  return (
    <div className="empty">
      <Drawing kind={art} />
      <h2 className="size-l">{title}</h2>
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
        <Drawing kind="network" />
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
