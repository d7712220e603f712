import { downloadImage } from '../kernel/device/native-acts.ts'
import ImageViewer, { type ImageViewerProps, type ViewerImage } from '../ui/media/image-viewer.tsx'
import { type Asks, useOpened } from './opened.tsx'

/** The pictures of `view()`. */
export default function OpenedViewer(props: Pick<ImageViewerProps, 'images' | 'index'> & Asks<never>) {
  const { open, close } = useOpened()
  const save = ({ url, alt }: ViewerImage) => void downloadImage(url, `${alt}.jpg`)
  return <ImageViewer {...props} open={open} onClose={close} onSave={save} />
}
