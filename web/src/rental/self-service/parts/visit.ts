import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { awaitsCheck, isPassed } from '@cheyi/domain/rental/self-service/visit'
import { useCallback, useRef } from 'react'
import { calls, type InputOf, useWrite } from '../../../kernel/call/calls.ts'
import { isUndecided } from '../../../kernel/call/failure.ts'
import { useForgetArrived } from '../../../platform/customer-link/parts/use-guest.ts'
import { say, translate } from '../../../words/words.ts'
import type { VisitProps } from './customer-page.tsx'
import type { SelfStep, SelfTask } from './task.ts'
import { isPaper, useVisitUploads } from './use-guest.ts'

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
