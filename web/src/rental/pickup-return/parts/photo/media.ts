import type { UploadItem } from '../../../../ui/media/upload-grid.tsx'
import type { Media } from '../handover.ts'

/* Pictures on the server, as tiles and viewer take them. */

/** A finished tile; its id is the media id. */
export const tileOf = (media: Media, slot?: string, coming = false): UploadItem => ({
  id: media.mediaId,
  status: coming ? 'uploading' : 'done',
  url: (media.thumbUrl ?? media.url) || undefined,
  slot,
  video: media.kind === 'video',
})
