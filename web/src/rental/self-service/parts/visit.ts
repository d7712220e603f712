import { type DocumentSlot, documentSlots } from '@cheyi/domain/rental/driver/documents'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { photoFaults } from '@cheyi/domain/rental/pickup-return/photo-fault'
import { type PhotoSlot, photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import { awaitsCheck, isPassed } from '@cheyi/domain/rental/self-service/visit'
import { useCallback, useRef } from 'react'
import { calls, feedback, type InputOf, send as sendCall, useWrite } from '../../../kernel/call/calls.ts'
import { isUndecided } from '../../../kernel/call/failure.ts'
import { judgePhoto } from '../../../kernel/media/photo-quality.ts'
import type { StoredMedia } from '../../../kernel/media/upload-queue.ts'
import { sendFile } from '../../../kernel/media/upload-send.ts'
import type { Uploads } from '../../../kernel/media/uploads.ts'
import { type Guest, useForgetArrived, useGuestUploads } from '../../../platform/customer-link/parts/use-guest.ts'
import { say, translate } from '../../../words/words.ts'
import type { VisitProps } from './customer-page.tsx'
import type { SelfStep, SelfTask } from './task.ts'

type Change = Omit<InputOf<typeof calls.selfService.save>, 't' | 'type'>

/** A customer at the car: finished steps and the next one. */
export type Visit = ReturnType<typeof useVisit>

/** @param order the steps of this handover, in page order */
export function useVisit({ t, task, reload }: VisitProps, type: HandoverType, order: readonly SelfStep[]) {
  const saving = useSaving(t, type, reload)
  const drop = useWrite(calls.selfService.dropPhoto, { onDone: reload })
  const uploads = useVisitUploads(t, type, task.orderId, reload)
  useForgetArrived(uploads, useArrived(task))
  const missing = (step: SelfStep) => task.gaps.some((gap) => gap.step === step)
  const first = order.find(missing)
  return {
    t,
    type,
    task,
    uploads,
    reload,
    save: saving.put,
    drop: (mediaId: string) => void drop.run({ t, type, mediaId }),
    missing,
    /** Nothing is submitted yet, or a part was requested again. */
    filling: !awaitsCheck(task.status) && !isPassed(task.status),
    stateOf: (step: SelfStep) =>
      !missing(step) ? ('done' as const) : step === first ? ('now' as const) : ('todo' as const),
    /** Why it cannot be submitted yet. */
    reason:
      uploads.unsent > 0
        ? say('照片还在上传，请稍候')
        : saving.pending
          ? say('正在保存，请稍候')
          : translate(task.gaps.find(({ step }) => step === first)?.text ?? '') || undefined,
  }
}

/** Saves entries one after another: changes during a save are sent by the next one, so that none is lost. */
function useSaving(t: string, type: HandoverType, onDone: () => void) {
  const write = useWrite(calls.selfService.save, { onDone })
  const waiting = useRef<Change>({})
  const sending = useRef(false)
  async function send() {
    if (sending.current) return
    sending.current = true
    while (Object.keys(waiting.current).length > 0) {
      const next = waiting.current
      waiting.current = {}
      if ((await write.run({ t, type, ...next })) !== null) continue
      // A refusal is shown; a save without an answer is sent again with the next change.
      const failure = write.why()
      if (failure !== null && isUndecided(failure)) waiting.current = { ...next, ...waiting.current }
      break
    }
    sending.current = false
  }
  return {
    pending: write.pending,
    put(change: Change) {
      waiting.current = { ...waiting.current, ...change }
      void send()
    },
  }
}

/** Which pictures of this phone the record has: pictures of a mark count once the mark names them. */
function useArrived({ photos, marks, documents }: SelfTask) {
  return useCallback(
    (mediaId: string, slot: string) =>
      isPaper(slot)
        ? documents.some((paper) => paper.mediaId === mediaId)
        : slot.startsWith('mark')
          ? marks.some((mark) => mark.photos.some((photo) => photo.mediaId === mediaId))
          : photos.some(({ media }) => media.mediaId === mediaId),
    [photos, marks, documents],
  )
}

const isSlot = (slot: string): slot is PhotoSlot => slot in photoSlots
/** Whether the slot is a page of the renter's documents instead of the car. */
const isPaper = (slot: string): slot is DocumentSlot => documentSlots.some((one) => one === slot)

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
function useVisitUploads(t: string, type: HandoverType, orderId: string, onSent: () => void): Uploads {
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
  return useGuestUploads({ t, of: { biz, record: orderId }, send, takes, onSent })
}
