import type { CallFailure } from '../kernel/call/failure.ts'
import { Empty, LoadError } from '../ui/frame/empty.tsx'
import { say } from '../words/words.ts'

export interface NotLoadedProps {
  readonly failure: CallFailure
  readonly onRetry: () => void
  /** For a refusal, where a retry makes no sense: the page shows the server's message and a back button. */
  readonly onBack: () => void
}

/** Content of a page whose answers failed to load: a retry button, unless the server has refused. */
export function NotLoaded({ failure: { kind, message }, onRetry, onBack }: NotLoadedProps) {
  if (kind === 'refused') return <Empty art="search" title={message} action={{ label: say('返回'), onClick: onBack }} />
  return kind === 'lost' ? (
    <Lost onRetry={onRetry} />
  ) : (
    <LoadError title={say('加载失败')} note={message} onRetry={onRetry} />
  )
}

/** No connection. */
export const Lost = ({
  note = say('内容没有加载出来，已填内容不会丢失'),
  onRetry,
}: {
  note?: string
  onRetry: () => void
}) => <LoadError title={say('网络不稳定')} note={note} onRetry={onRetry} />
