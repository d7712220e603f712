import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '../ui/empty.tsx'
import { Skeleton, type SkeletonProps } from '../ui/skeleton.tsx'

export interface AnswerProps<T> extends Omit<SkeletonProps, 'children'> {
  /** What `useRead` gave. */
  readonly of: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  readonly children: (answer: T) => ReactNode
}

/** One read inside a page, a card or a sheet: its shape while it is on its way, a line that tries again, its answer. */
export function Answer<T>({ of: { data, error, refetch }, children, cards = 1, shape = 'rows' }: AnswerProps<T>) {
  if (data !== undefined) return children(data)
  if (error) return <LoadError inline onRetry={() => void refetch()} />
  return <Skeleton cards={cards} shape={shape} />
}
