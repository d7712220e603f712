import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ViewerImage } from '../../ui/image-viewer.tsx'

const ImageViewer = lazy(() => import('../../ui/image-viewer.tsx'))

export interface Viewer {
  /** Opens pictures large, this one first. */
  readonly show: (images: readonly ViewerImage[], index?: number) => void
  /** To be drawn somewhere on the page. */
  readonly element: ReactNode
}

/** Pictures over the whole screen; the code comes with the first one. */
export function useViewer(): Viewer {
  const [shown, setShown] = useState<{ images: readonly ViewerImage[]; index: number; open: boolean }>()
  return {
    show: (images, index = 0) => images.length > 0 && setShown({ images, index, open: true }),
    element: shown && (
      <Suspense>
        <ImageViewer {...shown} onClose={() => setShown({ ...shown, open: false })} />
      </Suspense>
    ),
  }
}
