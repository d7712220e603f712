import type { ReactNode } from 'react'
import type { CallFailure } from '../kernel/call/failure.ts'
import { LoadError } from '../ui/frame/empty.tsx'
import { Skeleton, type SkeletonProps } from '../ui/frame/skeleton.tsx'

export interface AnswerProps<T> extends Omit<SkeletonProps, 'children'> {
  /** The result of `useRead`; for a list its first page. */
  readonly of: {
    readonly data: T | undefined
    readonly error: CallFailure | null
    readonly refetch: () => unknown
  }
  readonly children: (answer: T) => ReactNode
}

/**
 * One read inside a page, a card or a sheet: a skeleton while it loads, a retry line after a failure, then its answer.
 * A refusal shows the server's message.
 */
export function Answer<T>({ of: { data, error, refetch }, children, cards = 1, shape = 'rows' }: AnswerProps<T>) {
  if (data !== undefined) return children(data)
  if (error) {
    const title = error.kind === 'refused' ? error.message : undefined
    return <LoadError inline title={title} onRetry={() => void refetch()} />
  }
  return <Skeleton cards={cards} shape={shape} />
}
