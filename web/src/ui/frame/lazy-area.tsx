import { type ReactNode, Suspense } from 'react'
import { Skeleton, type SkeletonProps } from './skeleton.tsx'

/** A part of a page whose code is loaded when it is shown: cards in its shape stand in its place after 150 ms. */
export function LazyArea({
  children,
  cards = 1,
  shape = 'rows',
}: Omit<SkeletonProps, 'children'> & { children: ReactNode }) {
  return <Suspense fallback={<Skeleton cards={cards} shape={shape} />}>{children}</Suspense>
}
