import type { UploadItem } from '../../../ui/media/upload-grid.tsx'
import type { Media } from '../handover.ts'

/* Pictures on the server, as tiles and viewer take them. */

/** A finished tile; its id is the media id. */
export const tileOf = (media: Media, slot?: string): UploadItem => ({
  id: media.mediaId,
  status: 'done',
  url: media.thumbUrl ?? media.url,
  slot,
  video: media.kind === 'video',
})
