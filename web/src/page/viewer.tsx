import ImageViewer, { type ImageViewerProps } from '../ui/media/image-viewer.tsx'
import type { Asks } from './open.ts'
import { useOpened } from './opened.tsx'

/** The pictures of `view()`. */
export default function OpenedViewer(props: Pick<ImageViewerProps, 'images' | 'index'> & Asks<never>) {
  const { open, close } = useOpened()
  return <ImageViewer {...props} open={open} onClose={close} />
}
