import type { ViewerImage } from '../ui/media/image-viewer.tsx'
import { open } from './open.ts'

/** Shows pictures over the whole screen, this one first. `watermark`: what they may be used for. */
export function view(images: readonly ViewerImage[], index = 0, watermark?: string): void {
  if (images.length > 0) void open(() => import('./viewer.tsx'), { images, index, watermark })
}
