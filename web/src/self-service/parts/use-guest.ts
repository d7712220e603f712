import { type HandoverType, handoverType } from '@cheyi/domain/pickup-return/codes'
import { type PhotoSlot, photoSlots } from '@cheyi/domain/pickup-return/record'
import { useEffect } from 'react'
import { calls } from '../../kernel/call/calls.ts'
import { refusedAs } from '../../kernel/call/refused.ts'
import { sendFile } from '../../kernel/media/upload-send.ts'
import { type Uploads, uploadAs, useUploads } from '../../kernel/media/uploads.ts'
import { passHeaders } from '../../kernel/pass.ts'

const isSlot = (slot: string): slot is PhotoSlot => slot in photoSlots

/**
 * The photos of whoever has the link's pass: kept on this phone until they are sent, as those of staff are, and sent by the pass.
 * Each is on the record as soon as it has come; `onSent` asks for that.
 */
export function useGuestUploads(t: string, type: HandoverType, orderId: string, onSent: () => void): Uploads {
  useEffect(() => {
    uploadAs({
      owner: `link:${t}`,
      async send({ file, slot, key, takenAt }, onProgress) {
        const fields = { type, slot: isSlot(slot) ? slot : 'extra', takenAt } as const
        const media = await sendFile(calls.selfService.photo, fields, file, { key, headers: passHeaders(), onProgress })
        onSent()
        return media
      },
      waits: refusedAs('passEnded', 'passElsewhere'),
    })
    return () => uploadAs(null)
  }, [t, type, onSent])
  return useUploads(type === handoverType.pickup ? 'pickup' : 'return', orderId)
}
