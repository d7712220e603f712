import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { awaitsCheck, isPassed } from '@cheyi/domain/rental/self-service/visit'
import { useCallback, useRef } from 'react'
import { calls, type InputOf, useWrite } from '../../../kernel/call/calls.ts'
import { isUndecided } from '../../../kernel/call/failure.ts'
import { useForgetArrived } from '../../../platform/customer-link/parts/use-guest.ts'
import type { VisitProps } from './customer-page.tsx'
import type { SelfStep, SelfTask } from './task.ts'
import { isPaper, useVisitUploads } from './use-guest.ts'

type Change = Omit<InputOf<typeof calls.selfService.save>, 't' | 'type'>

/** A customer at the car: what they have done so far, and what they do next. */
export type Visit = ReturnType<typeof useVisit>

/**
 * @param order the steps of this handover, as they stand on the page
 */
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
    /** Nothing is handed in, or some of it is wanted again. */
    filling: !awaitsCheck(task.status) && !isPassed(task.status),
    stateOf: (step: SelfStep) =>
      !missing(step) ? ('done' as const) : step === first ? ('now' as const) : ('todo' as const),
    /** Why it cannot be handed in yet. */
    reason:
      uploads.unsent > 0
        ? '照片还在上传，请稍候'
        : saving.pending
          ? '正在保存，请稍候'
          : task.gaps.find(({ step }) => step === first)?.text,
  }
}

/** Writes what is filled in one after the other: what comes while something is on its way goes with the next, and nothing is lost. */
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
      // What was refused is told; what did not arrive goes along with the next change.
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

/** What of the pictures on this phone the record has: those of a mark once the mark names them. */
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
