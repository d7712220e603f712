import { useEffect, useEffectEvent } from 'react'
import { isNative } from '../../../kernel/device/native.ts'
import { withNative } from '../../../kernel/device/native-acts.ts'
import { imageToBase64 } from '../../../kernel/media/image.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Flow } from './flow.ts'
import { handoverFiles, signSlot } from './handover-files.ts'

/** The customer's signature of a handover, as a picture. */
export function useSignature({ record, task: { type, order } }: Flow) {
  const { biz, files } = handoverFiles(type, order.orderId).signature
  const uploads = useUploads(biz, files)
  const slot = signSlot(type)
  const tile = uploads.tiles.findLast((one) => one.slot === slot)
  return {
    tile,
    url: tile?.url ?? record?.signature?.url,
    retry: uploads.retry,
    /** Replaces an earlier signature. */
    async sign(hand: Blob) {
      for (const item of uploads.items) if (item.slot === slot) uploads.remove(item.id)
      const name = 'sign.png'
      if (isNative()) {
        const shown = URL.createObjectURL(hand)
        const data = await imageToBase64(shown).catch(() => null)
        URL.revokeObjectURL(shown)
        const what = { mime: 'image/png' as const, name, biz, bizId: order.orderId }
        const sent =
          data !== null &&
          (await withNative('uploadBase64', { ...what, data }, ({ mediaId, url }) =>
            uploads.keep([{ mediaId, url, thumbUrl: url }], slot),
          ))
        // If the page cannot read the file for the native shell, or the shell cannot send it, it is uploaded by the browser.
        if (sent) return
      }
      await uploads.add([new File([hand], name, { type: 'image/png' })], slot)
    },
  }
}

/** Stores the uploaded signature with the handover record, whichever cards are open at that time. */
export function useKeptSignature({ record, filled, edit, task: { type, order } }: Flow): void {
  const { biz, files } = handoverFiles(type, order.orderId).signature
  const uploads = useUploads(biz, files)
  const slot = signSlot(type)
  const mediaId = uploads.mediaIds(slot).at(-1)

  // An uploaded signature is added to the record; once the record names it, the queue item is removed.
  const settle = useEffectEvent((id: string) => {
    if (record?.signature?.mediaId === id) {
      for (const item of uploads.items) if (item.slot === slot) uploads.remove(item.id)
    } else if (filled.signatureId !== id) edit({ signatureId: id })
  })
  const stored = record?.signature?.mediaId
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the record names it.
  useEffect(() => {
    if (mediaId !== undefined) settle(mediaId)
  }, [mediaId, stored])
}
