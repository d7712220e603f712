import type { ViewerImage } from '../ui/media/image-viewer.tsx'
import { open } from './open.ts'

/** Shows pictures over the whole screen, this one first. */
export function view(images: readonly ViewerImage[], index = 0): void {
  if (images.length > 0) void open(() => import('./viewer.tsx'), { images, index })
}

/** A file of the server as the viewer takes it. */
export const viewOf =
  (alt: string) =>
  ({ url, kind }: { readonly url: string; readonly kind: string }): ViewerImage => ({ url, alt, kind })
