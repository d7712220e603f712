import type { ViewerImage } from '../ui/media/image-viewer.tsx'
import { open } from './open.ts'

/** Shows pictures on the full screen, beginning with `index`. */
export function view(images: readonly ViewerImage[], index = 0): void {
  if (images.length > 0) void open(() => import('./viewer.tsx'), { images, index })
}

/** A file of the server in the format of the viewer. */
export const viewOf =
  (alt: string) =>
  ({ url, kind }: { readonly url: string; readonly kind: string }): ViewerImage => ({ url, alt, kind })
