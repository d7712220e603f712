import type { UploadItem } from '../../../../ui/media/upload-grid.tsx'
import type { Media } from '../types.ts'

/* Uploaded pictures in the form of tiles and of the viewer. */

/** A finished tile; its id is the media id. */
export const tileOf = (media: Media, slot?: string, coming = false): UploadItem => ({
  id: media.mediaId,
  status: coming ? 'uploading' : 'done',
  url: (media.thumbUrl ?? media.url) || undefined,
  slot,
  video: media.kind === 'video',
})
