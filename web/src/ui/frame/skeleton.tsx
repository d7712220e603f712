import './skeleton.css'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { say } from '../../words/words.ts'
import { Row } from '../layout.tsx'

/** One grey bar; `width` in the design's pixels or a percentage. */
export function SkeletonBar({ width, height = 14 }: { width: number | `${number}%`; height?: number }) {
  // The build does not convert inline sizes: 37.5 px are one rem.
  const size = typeof width === 'number' ? `${width / 37.5}rem` : width
  return <span className="skeleton-bar" style={{ width: size, height: `${height / 37.5}rem` }} />
}

export type SkeletonProps = {
  /** How many cards. */
  cards?: number
  /** `order`: a list card. `rows`: a card of cells. `detail`: a card of cells under a heading. */
  shape?: 'order' | 'rows' | 'detail'
  /** A shape specific to the screen, instead of `shape`. */
  children?: ReactNode
}

/** Placeholder cards in the final shape while a page loads; shown only after 150 ms, so that fast answers do not flash. */
export function Skeleton({ cards = 3, shape = 'order', children }: SkeletonProps) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="skeleton" role="status" aria-busy="true">
      <span className="visually-hidden">{say('加载中')}</span>
      {late &&
        Array.from({ length: cards }, (_, index) => index).map((card) => (
          <div key={card} className="skeleton-card card">
            {children ?? <Shape shape={shape} />}
          </div>
        ))}
    </div>
  )
}

function Shape({ shape }: { shape: 'order' | 'rows' | 'detail' }) {
  if (shape === 'order') {
    return (
      <>
        <Line left={72} right={52} />
        <SkeletonBar width={190} height={18} />
        <SkeletonBar width="100%" height={52} />
        <Line left={120} right={64} height={30} />
      </>
    )
  }
  return (
    <>
      {shape === 'detail' && <SkeletonBar width={96} height={18} />}
      <Line left={64} right={140} />
      <Line left={64} right={110} />
      <Line left={64} right={150} />
    </>
  )
}

function Line({ left, right, height }: { left: number; right: number; height?: number }) {
  return (
    <Row justify="between">
      <SkeletonBar width={left} />
      <SkeletonBar width={right} height={height} />
    </Row>
  )
}

/** A part of a page whose code is loaded when it is shown: cards in its shape stand in its place after 150 ms. */
export function LazyArea({
  children,
  cards = 1,
  shape = 'rows',
}: Omit<SkeletonProps, 'children'> & { children: ReactNode }) {
  return <Suspense fallback={<Skeleton cards={cards} shape={shape} />}>{children}</Suspense>
}
