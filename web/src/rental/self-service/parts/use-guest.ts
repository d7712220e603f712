import { type DocumentSlot, documentSlots } from '@cheyi/domain/rental/driver/documents'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { photoFaults } from '@cheyi/domain/rental/pickup-return/photo-fault'
import { type PhotoSlot, photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import { useCallback, useRef } from 'react'
import { calls, send as sendCall } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { judgePhoto } from '../../../kernel/media/photo-quality.ts'
import type { StoredMedia } from '../../../kernel/media/upload-queue.ts'
import { sendFile } from '../../../kernel/media/upload-send.ts'
import type { Uploads } from '../../../kernel/media/uploads.ts'
import { type Guest, useGuestUploads } from '../../../platform/customer-link/parts/use-guest.ts'
import { say } from '../../../words/words.ts'

const isSlot = (slot: string): slot is PhotoSlot => slot in photoSlots
/** Whether the slot is a page of the renter's documents instead of the car. */
export const isPaper = (slot: string): slot is DocumentSlot => documentSlots.some((one) => one === slot)

/** A blank or unclear picture is requested again once per place: the second one is accepted, and staff see its fault. */
async function takesInto(asked: Set<string>, file: File, slot: string): Promise<boolean> {
  const fault = await judgePhoto(file)
  if (fault === null || asked.has(slot)) {
    asked.delete(slot)
    return true
  }
  asked.add(slot)
  feedback.toast(say('照片{fault}，请重拍', { fault: say(photoFaults[fault]) }), 'error')
  return false
}

const PICKUP = handoverType.pickup

/**
 * Photos of a self-service handover, uploaded with the link's pass. Each is on the record once uploaded; `onSent` reads the record again.
 */
export function useVisitUploads(t: string, type: HandoverType, orderId: string, onSent: () => void): Uploads {
  const asked = useRef(new Set<string>())
  const send = useCallback<Guest['send']>(
    async ({ file, slot, key, takenAt }, { headers, onProgress }) => {
      const fault = (await judgePhoto(file)) ?? undefined
      const of = { t, type }
      const place = { slot: isSlot(slot) ? slot : 'extra', fault } as const
      const { sendParts } = await import('../../../kernel/media/send-parts.ts')
      return sendParts<StoredMedia>(
        file,
        {
          begin: ({ name, size }) =>
            sendCall(calls.selfService.photoBegin, {
              ...{ ...of, uploadKey: key, name, size, takenAt },
              isPaper: isPaper(slot) || undefined,
            }),
          part: (fields, piece, show) =>
            sendFile(calls.selfService.photoPart, { type, ...fields }, piece, { key: null, headers, onProgress: show }),
          // Documents are accepted only with a ticked consent. No link is returned, because only staff may view them.
          done: async (fields) =>
            isPaper(slot)
              ? {
                  ...(await sendCall(calls.selfService.document, { t, type: PICKUP, ...fields, slot, consent: true })),
                  ...{ url: null, thumbUrl: null },
                }
              : sendCall(calls.selfService.photo, { ...of, ...fields, ...place }),
        },
        onProgress,
      )
    },
    [t, type],
  )
  const takes = useCallback((file: File, slot: string) => takesInto(asked.current, file, slot), [])
  const biz = type === handoverType.pickup ? 'pickup' : 'return'
  return useGuestUploads({ t, of: { biz, bizId: orderId }, send, takes, onSent })
}
