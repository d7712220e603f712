import type { HandoverType } from '@cheyi/domain/pickup-return/codes'
import { LAST_STEP, pickupStep } from '@cheyi/domain/pickup-return/steps'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { calls, useRead } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { useRaw } from '../../kernel/page/pages.tsx'
import { hasUnsent } from '../../kernel/unsent.ts'
import { Page } from '../../page/page.tsx'
import { LoadError } from '../../ui/frame/empty.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { dropError } from '../../ui/modal/toast.ts'
import { allSteps, doneSteps } from './card/cards.ts'
import { photoSlotOf } from './entered.ts'
import type { Flow, StepProps } from './flow.ts'
import { FlowFrame } from './flow-frame.tsx'
import { Closed, isOpen, NotLoaded } from './flow-states.tsx'
import type { Task } from './handover.ts'
import { KeptConfirmCard } from './kept/kept-confirm-card.tsx'
import { confirmIdOf, loadConfirms, useConfirms } from './kept/kept-confirms.ts'
import { keptTask } from './kept/kept-tasks.ts'
import { fieldProblems, gapsOf } from './step/step-check.ts'
import { isJump } from './step/step-rules.ts'
import { useSteps } from './step/use-steps.ts'
import { useHandover } from './use-handover.ts'

/** The cards of a flow with the button that ends it. */
export interface FlowCards {
  readonly Cards: ComponentType<StepProps>
}

export interface FlowPageProps {
  readonly type: HandoverType
  readonly orderId: string
  /** Fetches the code of the cards; asked with the order, so that a garage without a network is no end. */
  readonly load: () => Promise<FlowCards>
}

/** A handover, card by card to its confirmation, or why it cannot be gone through. */
export function FlowPage({ type, orderId, load }: FlowPageProps) {
  const { data: answer, error, refetch } = useRead(calls.pickupReturn.task, { orderId, type })
  // A page that was killed in a garage goes on with what this phone last knew, until the server is heard again.
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
    return <Running key={vehicleId} task={data} vehicleId={vehicleId} refetch={refetch} load={load} />
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

interface RunningProps extends Pick<FlowPageProps, 'load'> {
  readonly task: Task
  readonly vehicleId: string
  readonly refetch: () => Promise<{ readonly data?: Task }>
}

function Running({ task, vehicleId, refetch, load }: RunningProps) {
  const now = useNow()
  const handover = useHandover(task, vehicleId, refetch)
  const { filled, uploads, online, unsaved, save, show, checkField, blocks } = handover
  const { type, order } = task
  // Going back keeps what was photographed and read so far.
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
      // Lower steps of a flow opened from the list of tasks are asked about: opening a card is not going back.
      if (!fromTasks || step > steps.step) steps.to(step)
    },
    leave: (name) => checkField(name, fieldProblems(entry)),
    check: () => show(fieldProblems(entry)),
  }
  const gone = useEffectEvent(() => {
    if (place.step !== steps.step) setPlace({ step: steps.step })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address was changed from outside.
  useEffect(() => gone(), [steps.step])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error is told as long as it is true of this place.
  useEffect(() => dropError, [place])
  const { loaded, ...later } = useLater(load)
  if (loaded) return <loaded.Cards flow={flow} />
  return (
    <FlowFrame flow={flow}>
      <Loading {...later} />
    </FlowFrame>
  )
}

interface Later {
  readonly loaded: FlowCards | undefined
  readonly failed: boolean
  readonly retry: () => void
}

function useLater(load: FlowPageProps['load']): Later {
  const [loaded, setLoaded] = useState<FlowCards>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    load().then(setLoaded, () => setFailed(true))
  }, [load])
  // Browsers remember a module that failed: only a new page asks for it again.
  return { loaded, failed, retry: () => location.reload() }
}

const Loading = ({ failed, retry }: Omit<Later, 'loaded'>) =>
  failed ? (
    <LoadError title="网络不稳定" note="没有加载出来，已填内容不会丢失" onRetry={retry} />
  ) : (
    <Skeleton cards={2} shape="detail" />
  )
