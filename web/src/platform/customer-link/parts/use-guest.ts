import type { MediaBiz } from '@cheyi/contract/platform/media'
import { useEffect } from 'react'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import type { StoredMedia, UploadItem } from '../../../kernel/media/upload-queue.ts'
import { type Uploads, uploadAs, useUploads } from '../../../kernel/media/uploads.ts'
import { passHeaders } from '../../../kernel/pass.ts'

/** Options of one upload, with the pass in its headers. */
type SendOptions = {
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly onProgress: (percent: number) => void
}

export interface Guest {
  /** The token of the link. */
  readonly t: string
  readonly of: { readonly biz: MediaBiz; readonly record: string }
  /**
   * Uploads one file. The function must be stable between renders unless its meaning changes.
   * @throws CallFailure
   */
  readonly send: (item: UploadItem & { readonly file: File }, options: SendOptions) => Promise<StoredMedia>
  /** Whether the content of a picture is good enough to send; a stable function too. Without it, all pictures are sent. */
  readonly takes?: (file: File, slot: string) => Promise<boolean>
  /** Called after an upload; a stable function too. */
  readonly onSent: () => void
}

const all = () => Promise.resolve(true)

/**
 * The pictures of a customer with the pass of a link: stored on this phone until they are uploaded, as those of staff
 * are, and authorized by the pass.
 */
export function useGuestUploads({ t, of, send, takes = all, onSent }: Guest): Uploads {
  useEffect(() => {
    uploadAs({
      owner: `link:${t}`,
      async send(item, onProgress) {
        const media = await send(item, { key: item.key, headers: passHeaders(), onProgress })
        onSent()
        return media
      },
      takes,
      waits: isRefusedFor('passEnded', 'passElsewhere'),
    })
    return () => uploadAs(null)
  }, [t, send, takes, onSent])
  return useUploads(of.biz, { record: of.record })
}

/**
 * Removes from this phone the pictures that the record has already. `isThere`: whether the record has the picture; stable
 * as long as its pictures are the same.
 */
export function useForgetArrived(
  { items, remove }: Pick<Uploads, 'items' | 'remove'>,
  isThere: (mediaId: string, slot: string) => boolean,
): void {
  useEffect(() => {
    for (const { id, media, slot } of items) if (media !== null && isThere(media.mediaId, slot)) remove(id)
  }, [items, remove, isThere])
}
