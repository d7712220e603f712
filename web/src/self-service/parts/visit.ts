import type { HandoverType } from '@cheyi/domain/pickup-return/codes'
import { useEffect } from 'react'
import { calls, type InputOf, useWrite } from '../../kernel/call/calls.ts'
import type { VisitProps } from './customer-page.tsx'
import type { SelfStep, SelfTask } from './task.ts'
import { useGuestUploads } from './use-guest.ts'

type Change = Omit<InputOf<typeof calls.selfService.save>, 't' | 'type'>

/** A customer at the car: what they have done so far, and what they do next. */
export type Visit = ReturnType<typeof useVisit>

/**
 * @param order the steps of this handover, as they stand on the page
 */
export function useVisit({ t, task, reload }: VisitProps, type: HandoverType, order: readonly SelfStep[]) {
  const save = useWrite(calls.selfService.save, { onDone: reload })
  const drop = useWrite(calls.selfService.dropPhoto, { onDone: reload })
  const uploads = useGuestUploads(t, type, task.orderId, reload)
  useForgetSent(task, uploads)
  const missing = (step: SelfStep) => task.gaps.some((gap) => gap.step === step)
  const first = order.find(missing)
  return {
    t,
    type,
    task,
    uploads,
    reload,
    save: (change: Change) => void save.run({ t, type, ...change }),
    drop: (mediaId: string) => void drop.run({ t, type, mediaId }),
    missing,
    stateOf: (step: SelfStep) =>
      !missing(step) ? ('done' as const) : step === first ? ('now' as const) : ('todo' as const),
    /** Why it cannot be handed in yet. */
    reason: uploads.unsent > 0 ? '照片还在上传，请稍候' : task.gaps.find(({ step }) => step === first)?.text,
  }
}

/** What the record has needs no place on this phone. */
function useForgetSent(task: SelfTask, uploads: ReturnType<typeof useGuestUploads>): void {
  const { items, remove } = uploads
  useEffect(() => {
    const arrived = new Set(task.photos.map(({ media }) => media.mediaId))
    const marked = new Set(task.marks.flatMap(({ photos }) => photos.map(({ mediaId }) => mediaId)))
    for (const { id, media, slot } of items)
      if (media !== null && (slot.startsWith('mark') ? marked : arrived).has(media.mediaId)) remove(id)
  }, [task.photos, task.marks, items, remove])
}
