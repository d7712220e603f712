import './car-silhouette.css'
import { lazy, type ReactNode, Suspense } from 'react'
import type { CarDrawingProps } from './car-drawing.tsx'

const nothing = { default: (): ReactNode => null }
/** Decoration: pages are rendered before it loads, and without it when it fails. */
const CarDrawing = lazy<(props: CarDrawingProps) => ReactNode>(() => import('./car-drawing.tsx').catch(() => nothing))

export type CarSilhouetteProps = Pick<CarDrawingProps, 'carType'> & {
  /** `s` 76 × 48 in rows, `m` 96 × 60 on details. */
  size?: 's' | 'm'
}

/** A side view by type of car, when there is no photo. Decoration: the model's name is beside it. */
export const CarSilhouette = ({ carType, size = 's' }: CarSilhouetteProps) => (
  <span className={`car-silhouette car-silhouette-${size}`} aria-hidden="true">
    <Suspense fallback={null}>
      <CarDrawing carType={carType} />
    </Suspense>
  </span>
)

export type CarPictureProps = CarSilhouetteProps & { readonly image: string | null }

/** A photo of the model, or else the silhouette of its type. Decoration: the model's name is beside it. */
export const CarPicture = ({ image, size = 's', ...of }: CarPictureProps) =>
  image === null ? (
    <CarSilhouette {...of} size={size} />
  ) : (
    <img className={`car-silhouette car-silhouette-${size}`} src={image} alt="" loading="lazy" decoding="async" />
  )
