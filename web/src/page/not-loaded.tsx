import type { CallFailure } from '../kernel/call/failure.ts'
import { Empty, LoadError } from '../ui/frame/empty.tsx'

export interface NotLoadedProps {
  readonly failure: CallFailure
  readonly onRetry: () => void
  /** Where there is nothing to try again: the server has said no, in its own words. */
  readonly onBack: () => void
}

/** What a page shows whose answers did not come: tried again, unless the server has said no. */
export function NotLoaded({ failure: { kind, message }, onRetry, onBack }: NotLoadedProps) {
  if (kind === 'refused') return <Empty art="search" title={message} action={{ label: '返回', onClick: onBack }} />
  return kind === 'lost' ? <Lost onRetry={onRetry} /> : <LoadError title="加载失败" note={message} onRetry={onRetry} />
}

/** No connection. */
export const Lost = ({
  note = '内容没有加载出来，已填内容不会丢失',
  onRetry,
}: {
  note?: string
  onRetry: () => void
}) => <LoadError title="网络不稳定" note={note} onRetry={onRetry} />
