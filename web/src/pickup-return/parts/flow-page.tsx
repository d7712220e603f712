import { profileOf } from '@cheyi/domain/order/kinds'
import { type HandoverType, handoverType } from '@cheyi/domain/pickup-return/codes'
import { LAST_STEP, pickupStep, returnStep } from '@cheyi/domain/pickup-return/steps'
import { type ComponentType, useEffect, useState } from 'react'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { useSteps } from '../../kernel/page/steps.ts'
import { Page } from '../../page/frame.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError } from '../../ui/frame/empty.tsx'
import { ActionBar } from '../../ui/frame/page-frame.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { dropError, toast } from '../../ui/modal/toast.ts'
import { photoSlotOf } from './entered.ts'
import type { StepProps } from './flow.ts'
import { FlowFrame } from './flow-frame.tsx'
import { Closed, isOpen, NotLoaded } from './flow-states.tsx'
import type { Task } from './handover.ts'
import { OrderStep } from './step/order-step.tsx'
import { problemsAt } from './step/step-check.ts'
import { useHandover } from './use-handover.ts'

/** Content of the steps after the first. */
export interface LaterSteps {
  /** From the second to the one before the last. */
  readonly parts: readonly ComponentType<StepProps>[]
  /** The confirmation; it draws its own `FlowFrame`, since its button is its own. */
  readonly last: ComponentType<StepProps>
}

export interface FlowPageProps {
  readonly type: HandoverType
  readonly orderId: string
  /** Fetches the code of the later steps; asked as soon as the first is shown, so that a garage without a network is no end. */
  readonly load: () => Promise<LaterSteps>
}

/** A handover from its first step to its confirmation, or why it cannot be gone through. */
export function FlowPage({ type, orderId, load }: FlowPageProps) {
  const { data, error, refetch } = useRead(calls.pickupReturn.task, { orderId, type }, { quiet: true })
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
  const { filled, uploads, online, save, show, frame } = handover
  // Going back keeps what was photographed and read so far.
  const keep = () => {
    if (online) void save()
  }
  const steps = useSteps({
    last: LAST_STEP,
    save: async () => (await save()) !== 'refused',
    onBack: { [pickupStep.photos]: keep, [pickupStep.readings]: keep },
    base: profileOf(task.order.orderKind).base,
  })
  const taken = uploads.items.flatMap(({ slot }) => photoSlotOf(slot) ?? [])
  const slots = [...filled.photos.map(({ slot }) => slot), ...taken]
  // Asked where marks are explained: a charge explains one, too.
  const asksCharges = task.type === handoverType.return && steps.step === returnStep.damage
  const input = { orderId: task.order.orderId, type: task.type }
  const charges = useRead(calls.expense.list, input, { quiet: true, enabled: asksCharges }).data ?? []
  const { fields, report } = problemsAt(steps.step, { type: task.type, now, task, filled, slots, charges })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error is told as long as it is true of this step.
  useEffect(() => dropError, [steps.step, report])
  const flow = { ...handover, steps, now }
  const later = useLater(load)
  if (steps.isLast && later.loaded) return <later.loaded.last flow={flow} />
  const Part = steps.isFirst ? OrderStep : later.loaded?.parts[steps.step - 2]

  async function next() {
    show(fields)
    if (report !== null) return toast(report, { error: true })
    if ((await save(steps.step)) !== 'refused') steps.next()
  }
  return (
    <FlowFrame
      flow={flow}
      footer={
        <ActionBar>
          {!steps.isFirst && (
            <Button size="l" onClick={steps.back}>
              上一步
            </Button>
          )}
          {!steps.isLast && (
            <Button variant="primary" size="l" block loading={handover.saving} onClick={next}>
              下一步：{task.steps[steps.step]?.name}
            </Button>
          )}
        </ActionBar>
      }
    >
      <form
        ref={frame}
        className="handover-content"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void next()
        }}
      >
        {Part ? <Part flow={flow} /> : <Loading {...later} />}
      </form>
    </FlowFrame>
  )
}

interface Later {
  readonly loaded: LaterSteps | undefined
  readonly failed: boolean
  readonly retry: () => void
}

function useLater(load: FlowPageProps['load']): Later {
  const [loaded, setLoaded] = useState<LaterSteps>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    load().then(setLoaded, () => setFailed(true))
  }, [load])
  // Browsers remember a module that failed: only a new page asks for it again.
  return { loaded, failed, retry: () => location.reload() }
}

const Loading = ({ failed, retry }: Later) =>
  failed ? (
    <LoadError title="网络不稳定" note="这一步没有加载出来，已填内容不会丢失" onRetry={retry} />
  ) : (
    <Skeleton cards={2} shape="detail" />
  )
