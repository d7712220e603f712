import './car-silhouette.css'
import { lazy, type ReactNode, Suspense } from 'react'
import type { CarDrawingProps } from './car-drawing.tsx'

const nothing = { default: (): ReactNode => null }
/** Decoration: pages are drawn before it, and without it when it does not come. */
const CarDrawing = lazy<(props: CarDrawingProps) => ReactNode>(() => import('./car-drawing.tsx').catch(() => nothing))

export type CarSilhouetteProps = Pick<CarDrawingProps, 'carType'> & {
  /** `s` 76 × 48 in rows, `m` 96 × 60 on details. */
  size?: 's' | 'm'
}

/** A flat side view by kind of car, where no photo exists. Decoration: the model's name stands beside it. */
export const CarSilhouette = ({ carType, size = 's' }: CarSilhouetteProps) => (
  <span className={`car-silhouette car-silhouette-${size}`} aria-hidden="true">
    <Suspense>
      <CarDrawing carType={carType} />
    </Suspense>
  </span>
)
