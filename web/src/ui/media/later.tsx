import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { Skeleton, SkeletonBar } from '../frame/skeleton.tsx'

/** A component whose code loads with its first render; until then `instead` is shown, by default a grey placeholder. */
export function later<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  instead: ReactNode = <Skeleton cards={1} shape="detail" />,
): ComponentType<P> {
  const Part = lazy(load)
  return (props) => <Suspense fallback={instead}>{createElement(Part, props)}</Suspense>
}

export const CarOutline = later(() => import('./car-outline.tsx'), <SkeletonBar width="100%" height={260} />)
export const SignaturePad = later(() => import('./signature-pad.tsx'), <SkeletonBar width="100%" height={160} />)
export const LineChart = later(() => import('../show/line-chart.tsx'), <SkeletonBar width="100%" height={200} />)
export const QrCode = later(() => import('./qr-code.tsx'), <SkeletonBar width={240} height={240} />)
