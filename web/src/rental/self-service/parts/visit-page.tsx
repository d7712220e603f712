import { awaitsCheck, isPassed, isRejected } from '@cheyi/domain/rental/self-service/visit'
import { formatClock, MINUTE } from '@cheyi/domain/time'
import type { ReactNode } from 'react'
import { feedback } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Page } from '../../../page/page.tsx'
import { AsWritten } from '../../../platform/customer-link/parts/as-written.tsx'
import { ShopHead } from '../../../platform/customer-link/parts/shop-head.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { StepList } from '../../../ui/frame/step-list.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Card, MainButton, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { sayMoment } from '../../../words/dates.ts'
import { say } from '../../../words/words.ts'
import type { SelfTask } from './task.ts'
import type { Visit } from './visit.ts'

interface VisitPageProps {
  readonly visit: Visit
  /** Label of the submit button, 提交验车, and where parts were asked for again. */
  readonly submit: string
  readonly again: string
  readonly pending: boolean
  /** @returns whether the server accepted it */
  readonly onSubmit: () => Promise<boolean>
  /** Shown while staff check it. */
  readonly waiting: ReactNode
  readonly passed: ReactNode
  /** The steps, in any order except the last. */
  readonly children: ReactNode
  /** Shown below the steps. */
  readonly after?: ReactNode
}

/** Waiting time after which the page shows other options. */
const LONG = 30 * MINUTE

function LongWait({ since, phone }: { readonly since: number | null; readonly phone: string }) {
  const now = useNow()
  if (since === null || now - since < LONG) return null
  return (
    <Note num>
      {say('{since} 起已等待{n}分钟', { since: formatClock(since), n: Math.floor((now - since) / MINUTE) })}
      {phone !== '' && (
        <>
          {say('，可致电门店')} <a href={`tel:${phone}`}>{phone}</a>
        </>
      )}
    </Note>
  )
}

/** A customer at the car: the steps until submission, the wait, and the result of the check. */
export function VisitPage({
  visit,
  submit,
  again,
  pending,
  onSubmit,
  waiting,
  passed,
  children,
  after,
}: VisitPageProps) {
  const { task, reason, filling } = visit
  const waits = awaitsCheck(task.status)
  const done = isPassed(task.status)
  async function handIn() {
    if (await onSubmit()) feedback.toast(say('已提交，请稍候'))
  }
  return (
    <Page
      onBack={null}
      footer={
        filling && (
          <ActionBar>
            <MainButton loading={pending} reason={reason} onClick={() => void handIn()}>
              {isRejected(task.status) ? again : submit}
            </MainButton>
          </ActionBar>
        )
      }
    >
      <ShopHead shop={task} />
      <Head task={task} />
      {done && passed}
      {waits && (
        <Card pad>
          <Stack gap={8} align="center" text="center" pad={[12, 0]}>
            <Icon name="clock" />
            <Text as="h2" size="l" role="status">
              {say('等待门店验车')}
            </Text>
            <Note num>{waiting}</Note>
            <LongWait since={task.handedInAt} phone={task.storePhone} />
          </Stack>
        </Card>
      )}
      {filling && (
        <Card>
          <StepList>{children}</StepList>
        </Card>
      )}
      {after}
    </Page>
  )
}

function Head({ task }: { readonly task: SelfTask }) {
  return (
    <Card>
      <Row gap={12} pad={16} justify="between" fill="tint">
        <Stack gap={8}>
          <Text as="h2" size="l">
            <AsWritten>{task.modelName}</AsWritten>
          </Text>
          <Plate plate={task.plate} size="l" />
        </Stack>
        <CarPicture image={task.image} carType={task.carType} size="m" />
      </Row>
      <Stack gap={8} pad={[12, 16]}>
        <Row gap={8} size="s">
          <Icon name="pin" size={16} />
          <span>
            <AsWritten>{task.storeAddress}</AsWritten>
          </span>
        </Row>
        <Row gap={8} size="s" num>
          <Icon name="clock" size={16} />
          <span>
            {sayMoment(task.pickupAt)} ~ {sayMoment(task.returnAt)}
          </span>
        </Row>
      </Stack>
    </Card>
  )
}
