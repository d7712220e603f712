import type { MediaBiz } from '@cheyi/contract/platform/media'
import { useEffect } from 'react'
import { refusedAs } from '../../../kernel/call/refused.ts'
import type { StoredMedia, UploadItem } from '../../../kernel/media/upload-queue.ts'
import { type Uploads, uploadAs, useUploads } from '../../../kernel/media/uploads.ts'
import { passHeaders } from '../../../kernel/pass.ts'

/** How one file goes, with the pass in its headers. */
type SendOptions = {
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly onProgress: (percent: number) => void
}

export interface Guest {
  /** What the link holds. */
  readonly t: string
  readonly of: { readonly biz: MediaBiz; readonly bizId: string }
  /** Sends one file; the same function as long as nothing else is meant by it. @throws CallFailure */
  readonly send: (item: UploadItem & { readonly file: File }, options: SendOptions) => Promise<StoredMedia>
  /** Whether a picture shows enough to be sent; the same function too. All are, unless said. */
  readonly takes?: (file: File, slot: string) => Promise<boolean>
  /** One has come; the same function too. */
  readonly onSent: () => void
}

const all = () => Promise.resolve(true)

/** The pictures of whoever has the link's pass: kept on this phone until they are sent, as those of staff are, and sent by the pass. */
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
      waits: refusedAs('passEnded', 'passElsewhere'),
    })
    return () => uploadAs(null)
  }, [t, send, takes, onSent])
  return useUploads(of.biz, of.bizId)
}

/** What the record has needs no place on this phone. `isThere`: whether it has a picture; the same function as long as it has the same. */
export function useForgetArrived(
  { items, remove }: Pick<Uploads, 'items' | 'remove'>,
  isThere: (mediaId: string, slot: string) => boolean,
): void {
  useEffect(() => {
    for (const { id, media, slot } of items) if (media !== null && isThere(media.mediaId, slot)) remove(id)
  }, [items, remove, isThere])
}
