import '../parts/flow.css'
import './task-manage.css'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatPeriod } from '@cheyi/domain/near'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { LAST_STEP } from '@cheyi/domain/rental/pickup-return/steps'
import { useEffect } from 'react'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useBack } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Progress } from '../../../ui/frame/steps.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Button, Card, Cell, Disc, MainButton, Row, Stack } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { StatusDot, Tag } from '../../../ui/show/tag.tsx'
import { Closed, isOpen } from '../parts/flow-states.tsx'
import { isJump } from '../parts/step/step-rules.ts'
import { progressOf } from '../parts/step/step-states.ts'
import { writeTasks } from '../parts/tasks.ts'
import type { Task } from '../parts/types.ts'
import { pickupReturnScreens, screensOf } from '../screens.ts'
import { nextStep, notReady } from './task-words.ts'

/** The nine steps of a handover in a list; each can be opened, in any order. */
export default page(
  pickupReturnScreens.taskManage,
  ({ orderId, type }) => {
    const asked = type === handoverType.return ? handoverType.return : handoverType.pickup
    const [task] = useAnswers(ask(calls.pickupReturn.task, { orderId, type: asked }))

    // While the list is open the steps return to it.
    useEffect(() => {
      if (isOpen(task)) writeTasks({ orderId, type: asked, doneSteps: task.record?.stepDone ?? [] })
    }, [orderId, asked, task])

    const leave = useBack()
    function close() {
      writeTasks(null)
      leave()
    }
    return isOpen(task) ? (
      <Page onBack={close} head={<Head task={task} />} footer={<Foot task={task} />}>
        <StepList task={task} />
      </Page>
    ) : (
      <Page onBack={close}>
        <Closed task={task} />
      </Page>
    )
  },
  { shape: 'rows' },
)

function Head({ task }: { task: Task }) {
  const now = useNow()
  const { contactName, modelName, status, pickupAt, returnAt } = task.order
  return (
    <Stack gap={4} pad={[2, 16, 12]} narrow>
      <Row gap={12} justify="between">
        <b>
          {contactName} · {modelName}
        </b>
        <StatusDot status={status}>{orderStatuses.text(status)}</StatusDot>
      </Row>
      <Row gap={[4, 8]} wrap note num>
        <Plate plate={task.vehicle?.plate} size="s" />
        {formatPeriod(pickupAt, returnAt, now)}
      </Row>
    </Stack>
  )
}

function open({ type, order }: Task, step: number) {
  const screens = screensOf(order.orderKind)
  const row = type === handoverType.pickup ? screens.pickup : screens.return
  go(row, { orderId: order.orderId, rstep: step, isJump: isJump.fromTasks })
}

function StepList({ task }: { task: Task }) {
  const { done, all } = progressOf(task.steps)
  const next = nextStep(task)
  return (
    <>
      <Stack gap={8} pad={[0, 4]} note num>
        <Row gap={12} justify="between">
          <span>{task.type === handoverType.pickup ? '取车' : '还车'}步骤</span>
          <span>
            已完成 {done}/{all}
          </span>
        </Row>
        <Progress value={(done / all) * 100} label="办理进度" />
      </Stack>
      <Card>
        {task.steps.map(({ step, name, state, hint }) => (
          <Cell
            key={step}
            lead={
              <Disc
                across={24}
                note
                weight="b"
                num
                className="task-manage-number"
                data-state={step === next ? 'next' : state}
              >
                {state === 'done' ? <Icon name="check" size={14} /> : step}
              </Disc>
            }
            label={name}
            note={state === 'todo' && step !== next ? undefined : (hint ?? undefined)}
            extra={
              state === 'attention' ? (
                <Tag tone="warning">需处理</Tag>
              ) : (
                <span className="visually-hidden">{state === 'done' ? '已完成' : '未完成'}</span>
              )
            }
            onClick={() => open(task, step)}
          />
        ))}
      </Card>
    </>
  )
}

function Foot({ task }: { task: Task }) {
  const mayOverride = useMay('order.override')
  const next = nextStep(task)
  const why = notReady(task, mayOverride)
  const name = task.steps[next - 1]?.name ?? ''
  const goesOn = next < LAST_STEP
  return (
    <ActionBar>
      <Button
        size="l"
        block
        variant={goesOn ? 'outline' : 'primary'}
        reason={why ?? undefined}
        onClick={() => open(task, LAST_STEP)}
      >
        {task.type === handoverType.pickup ? '完成取车' : '完成还车'}
      </Button>
      {goesOn && <MainButton onClick={() => open(task, next)}>继续：{name}</MainButton>}
    </ActionBar>
  )
}
