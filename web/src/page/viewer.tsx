import ImageViewer, { type ImageViewerProps } from '../ui/media/image-viewer.tsx'
import { useOpened } from './opened.tsx'
import type { Asks } from './opened-sheet.tsx'

/** The pictures of `view()`. */
export default function OpenedViewer(props: Pick<ImageViewerProps, 'images' | 'index'> & Asks<never>) {
  const { open, close } = useOpened()
  return <ImageViewer {...props} open={open} onClose={close} />
}
