import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import type { MapViewProps } from './map-view.tsx'

const MapView = lazy(() => import('./map-view.tsx'))

/** A map over the whole of its parent; its code is the largest of the product and comes with it. */
export const StoreMap = (props: MapViewProps) => (
  <Suspense fallback={<Skeleton cards={1} shape="detail" />}>
    <MapView {...props} />
  </Suspense>
)
