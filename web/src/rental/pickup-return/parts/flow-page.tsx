import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { LAST_STEP, pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { ask, calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useRaw } from '../../../kernel/page/pages.tsx'
import { hasUnsent } from '../../../kernel/unsent.ts'
import { useMay } from '../../../kernel/user.ts'
import { askAhead, Page } from '../../../page/page.tsx'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { dropError } from '../../../ui/modal/toast.ts'
import { allSteps, doneSteps } from './card/cards.ts'
import { photoSlotOf } from './entered.ts'
import type { Flow, StepProps } from './flow.ts'
import { FlowFrame } from './flow-frame.tsx'
import { Closed, isOpen, NotLoaded } from './flow-states.tsx'
import { KeptConfirmCard } from './kept/kept-confirm-card.tsx'
import { confirmIdOf, loadConfirms, useConfirms } from './kept/kept-confirms.ts'
import { keptTask } from './kept/kept-tasks.ts'
import { fieldProblems, gapsOf } from './step/step-check.ts'
import { isJump } from './step/step-rules.ts'
import { useSteps } from './step/use-steps.ts'
import type { Task } from './types.ts'
import { useHandover } from './use-handover.ts'
import { useMovedOn } from './use-moved-on.ts'

export interface FlowPageProps {
  readonly type: HandoverType
  readonly orderId: string
  /** The cards of a flow, including the button that confirms it. */
  readonly Cards: ComponentType<StepProps>
}

/** A handover from its cards to the confirmation, or the reason why it cannot be done. */
export function FlowPage({ type, orderId, Cards }: FlowPageProps) {
  // Requested together with the order, so that all cards appear at once.
  askAhead(ask(calls.expense.list, { orderId, type }), ask(calls.agreement.status, { orderId }))
  if (type === handoverType.pickup) askAhead(ask(calls.deposit.forPickup, { orderId }))
  const { data: answer, error, refetch } = useRead(calls.pickupReturn.task, { orderId, type })
  // Without a network, a reloaded page continues with the last task stored on this phone until the server answers.
  const [kept] = useState(() => keptTask(orderId, type))
  const data = answer ?? (error?.kind === 'lost' ? kept : undefined)
  const waiting = useConfirms().find(({ id }) => id === confirmIdOf(type, orderId))
  useEffect(() => {
    if (hasUnsent()) void loadConfirms()
  }, [])
  if (waiting !== undefined)
    return (
      <Page>
        <KeptConfirmCard of={waiting} />
      </Page>
    )
  if (data?.vehicle && isOpen(data)) {
    const { vehicleId } = data.vehicle
    return <Running key={vehicleId} task={data} vehicleId={vehicleId} refetch={refetch} Cards={Cards} />
  }
  return (
    <Page>
      {data ? (
        <Closed task={data} />
      ) : error ? (
        <NotLoaded error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton cards={3} shape="detail" />
      )}
    </Page>
  )
}

interface RunningProps extends Pick<FlowPageProps, 'Cards'> {
  readonly task: Task
  readonly vehicleId: string
  readonly refetch: () => Promise<{ readonly data?: Task }>
}

function Running({ task, vehicleId, refetch, Cards }: RunningProps) {
  const now = useNow()
  const handover = useHandover(task, vehicleId, refetch)
  useMovedOn(task.type, task.order.orderId, refetch)
  const { filled, uploads, online, unsaved, save, checkField, blocks } = handover
  const { type, order } = task
  // Going back saves the photos and readings entered so far.
  const keep = () => {
    if (online) void save()
  }
  const steps = useSteps({
    last: LAST_STEP,
    save: async () => (await save()) !== 'refused',
    onBack: { [pickupStep.photos]: keep, [pickupStep.readings]: keep },
    kind: order.orderKind,
  })
  const fromTasks = useRaw('isJump') === String(isJump.fromTasks)
  const [place, setPlace] = useState({ step: steps.step })
  const taken = uploads.items.flatMap(({ slot }) => photoSlotOf(slot) ?? [])
  const slots = [...filled.photos.map(({ slot }) => slot), ...taken]
  const charges = useRead(calls.expense.list, { orderId: order.orderId, type }).data
  const entry = { type, now, task, filled, slots, charges: charges ?? [] }
  const gaps = gapsOf(entry, blocks)
  const flow: Flow = {
    ...handover,
    steps,
    now,
    gaps,
    charges,
    place,
    go(step) {
      if (unsaved) void save(doneSteps(allSteps, gaps))
      setPlace({ step })
      // A flow opened from the task list asks before going to a lower step; opening a card is not going back.
      if (!fromTasks || step > steps.step) steps.to(step)
    },
    leave: (name) => checkField(name, fieldProblems(entry)),
    // The list at the top names what is missing: the page goes there, not to the first field.
    check() {
      const found = fieldProblems(entry)
      for (const name of Object.keys(found)) checkField(name, found)
    },
  }
  const gone = useEffectEvent(() => {
    if (place.step !== steps.step) setPlace({ step: steps.step })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address was changed from outside.
  useEffect(() => gone(), [steps.step])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error is shown as long as it applies to this place.
  useEffect(() => dropError, [place])
  if (useIsComplete(task, vehicleId)) return <Cards flow={flow} />
  return (
    <FlowFrame flow={flow}>
      <Skeleton cards={2} shape="detail" />
    </FlowFrame>
  )
}

/**
 * True once every read that affects the height of the cards has answered or failed once: cards drawn earlier would shift under the
 * finger.
 */
function useIsComplete({ type, order }: Task, vehicleId: string): boolean {
  const { orderId, storeId } = order
  const reads = [
    useRead(calls.expense.list, { orderId, type }),
    useRead(calls.agreement.status, { orderId }),
    useRead(calls.agreement.kinds, { orderId }, { enabled: useMay('order.agreement') }),
    useRead(calls.deposit.forPickup, { orderId }, { enabled: type === handoverType.pickup }),
    useRead(calls.pickupReturn.lastInspection, { vehicleId }, { freshFor: 300_000 }),
    usePaySetting({ enabled: useMay('order.payment'), storeId }),
  ]
  const complete = reads.every(({ isLoading, failureCount }) => !isLoading || failureCount > 0)
  // The cards retry failed reads themselves, so they stay on the page.
  const [shown, show] = useState(complete)
  if (complete && !shown) show(true)
  return complete || shown
}
