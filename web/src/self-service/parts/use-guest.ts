import { type HandoverType, handoverType } from '@cheyi/domain/pickup-return/codes'
import { photoFaults } from '@cheyi/domain/pickup-return/photo-fault'
import { type PhotoSlot, photoSlots } from '@cheyi/domain/pickup-return/record'
import { useEffect, useRef } from 'react'
import { calls } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { refusedAs } from '../../kernel/call/refused.ts'
import { judgePhoto } from '../../kernel/media/photo-quality.ts'
import { sendFile } from '../../kernel/media/upload-send.ts'
import { type Uploads, uploadAs, useUploads } from '../../kernel/media/uploads.ts'
import { passHeaders } from '../../kernel/pass.ts'

const isSlot = (slot: string): slot is PhotoSlot => slot in photoSlots

/**
 * A picture that shows nothing is asked for again, once for its place: the second one is the best that can be had there, and says to staff
 * what is wrong with it.
 */
async function takes(asked: Set<string>, file: File, slot: string): Promise<boolean> {
  const fault = await judgePhoto(file)
  if (fault === null || asked.has(slot)) {
    asked.delete(slot)
    return true
  }
  asked.add(slot)
  feedback.toast(`照片${photoFaults[fault]}，请重拍`, 'error')
  return false
}

/**
 * The photos of whoever has the link's pass: kept on this phone until they are sent, as those of staff are, and sent by the pass.
 * Each is on the record as soon as it has come; `onSent` asks for that.
 */
export function useGuestUploads(t: string, type: HandoverType, orderId: string, onSent: () => void): Uploads {
  const asked = useRef(new Set<string>())
  useEffect(() => {
    uploadAs({
      owner: `link:${t}`,
      async send({ file, slot, key, takenAt }, onProgress) {
        const fault = (await judgePhoto(file)) ?? undefined
        const fields = { type, slot: isSlot(slot) ? slot : 'extra', takenAt, fault } as const
        const media = await sendFile(calls.selfService.photo, fields, file, { key, headers: passHeaders(), onProgress })
        onSent()
        return media
      },
      takes: (file, slot) => takes(asked.current, file, slot),
      waits: refusedAs('passEnded', 'passElsewhere'),
    })
    return () => uploadAs(null)
  }, [t, type, onSent])
  return useUploads(type === handoverType.pickup ? 'pickup' : 'return', orderId)
}
