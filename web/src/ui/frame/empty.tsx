import './empty.css'
import { lazy, type ReactNode, Suspense } from 'react'
import { say } from '../../words/words.ts'
import { Button } from '../layout.tsx'
import type { ArtKind } from './empty-art.tsx'

export type EmptyProps = {
  /** What is missing: 没有匹配的订单. */
  title: string
  /** Reason or help: the active filters, how to add records. */
  note?: ReactNode
  /** One action; `second` is a less prominent one below it. */
  action?: { label: string; onClick: () => void }
  second?: { label: string; onClick: () => void }
  /** `search` nothing matches, `list` no records yet, `locked` no permission, `network` loading failed. */
  art?: ArtKind
}

// Loaded after the text, so that it does not delay the first page; after a failed load its place stays empty.
const Art = lazy<(props: { readonly kind: ArtKind }) => ReactNode>(() =>
  import('./empty-art.tsx').catch(() => ({ default: () => null })),
)

const Drawing = (props: { readonly kind: ArtKind }) => (
  <div className="empty-art">
    <Suspense fallback={null}>
      <Art {...props} />
    </Suspense>
  </div>
)

/** An illustration, what is missing, why, and one action. */
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
  /** What happened and what is safe; 加载失败，点击重试 when no details are known. */
  title?: string
  note?: ReactNode
  /** One line inside a list or card instead of the full-page illustration. */
  inline?: boolean
}

/** A failed load, with 重试. */
export function LoadError({ onRetry, title, note, inline }: LoadErrorProps) {
  if (inline) {
    return (
      <button type="button" className="load-error" onClick={onRetry}>
        {title ?? say('加载失败，点击重试')}
      </button>
    )
  }
  if (title === undefined) {
    return (
      <div className="empty" role="alert">
        <Drawing kind="network" />
        <Button variant="text" onClick={onRetry}>
          {say('加载失败，点击重试')}
        </Button>
        {note && <p className="empty-note">{note}</p>}
      </div>
    )
  }
  return (
    <div role="alert">
      <Empty art="network" title={title} note={note} action={{ label: say('重试'), onClick: onRetry }} />
    </div>
  )
}
