import './tag.css'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

/** Cobalt: tappable or chosen; green: good; amber: soon due; red: late; purple: long-term orders and channels. */
export type Tone = 'neutral' | 'primary' | 'success' | 'warning' | 'danger' | 'purple' | 'outline'

/** A short text on a tinted background. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx('tag', 'num', `tone-${tone}`)}>{children}</span>
}

/** A tag, or the state of a record with its dot. */
export type Mark = { readonly text: string } & ({ readonly tone: Tone } | { readonly dot: StatusMark })

/** Several tags, each with its own tone. */
export const Tags = ({ of }: { of: readonly Mark[] }) =>
  of.map((mark) =>
    'dot' in mark ? (
      <StatusDot key={mark.text} status={mark.dot}>
        {mark.text}
      </StatusDot>
    ) : (
      <Tag key={mark.text} tone={mark.tone}>
        {mark.text}
      </Tag>
    ),
  )

/** Index of the order's nine statuses, or a tone for any other status. */
export type StatusMark = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | Exclude<Tone, 'outline'>

export type StatusDotProps = {
  status: StatusMark
  /** The text; colour must not be the only carrier of meaning. */
  children: ReactNode
  /** 20/600 for the head of a detail page. */
  large?: boolean
}

/** A dot and its word. */
export function StatusDot({ status, children, large }: StatusDotProps) {
  return <span className={cx('status-dot', `status-${status}`, large && 'status-dot-large')}>{children}</span>
}

/** Initial of a name in a circle (people) or a rounded square (companies, roles). */
export function Avatar({
  children,
  tone = 'primary',
  square,
  size = 40,
}: {
  children: ReactNode
  tone?: Exclude<Tone, 'outline'>
  square?: boolean
  size?: 28 | 36 | 40
}) {
  return (
    <span className={cx('avatar disc', `avatar-${size}`, `tone-${tone}`, square && 'avatar-square')} aria-hidden="true">
      {children}
    </span>
  )
}

/** A count on red, for pending work. Not shown for 0. */
export function Badge({ count, quiet }: { count: number; quiet?: boolean }) {
  if (count <= 0) return null
  return <span className={cx('badge', 'num', quiet && 'badge-quiet')}>{count}</span>
}
