import { type ComponentType, createElement, lazy, Suspense } from 'react'
import { SkeletonBar } from '../frame/skeleton.tsx'

/** A drawing whose code comes when it is first drawn; until then a grey bar of its height stands in its place. */
function later<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  width: number | '100%',
  height: number,
): ComponentType<P> {
  const Drawing = lazy(load)
  return (props) => (
    <Suspense fallback={<SkeletonBar width={width} height={height} />}>{createElement(Drawing, props)}</Suspense>
  )
}

export const CarOutline = later(() => import('./car-outline.tsx'), '100%', 260)
export const SignaturePad = later(() => import('./signature-pad.tsx'), '100%', 160)
export const QrCode = later(() => import('./qr-code.tsx'), 240, 240)
