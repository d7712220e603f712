import { formatNear } from '@cheyi/domain/near'
import { dataScreens } from '../../../insight/data/screens.ts'
import { ask, calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, linkToAddress, useMayWhole, useReach } from '../../../kernel/user.ts'
import { confirm, open as openSheet } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Button, Card, Cell, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { closingScreens } from '../screens.ts'

type State = OutputOf<typeof calls.closing.state>
type Next = NonNullable<State['next']>

const state = () => ask(calls.closing.state, {})

/** The next month to close with its open points, and the closed months. */
export default page(closingScreens.months, () => {
  const [{ next, closed, bridged }] = useAnswers(state())
  const now = useNow()
  const reach = useReach()
  const again = () => void refresh(state())
  return (
    <Page right={<RefreshButton onRefresh={again} />} reading>
      <Stack gap={10}>
        {next === null ? <Notice tone="success">已结束的月份都已结账</Notice> : <NextCard next={next} onDone={again} />}
        {closed.length > 0 && (
          <Card title="已结账">
            {closed.map(({ month, closedAt, closedByName, accepted }) => (
              <Cell
                key={month}
                {...linkTo(reach, closingScreens.balance, { month })}
                label={month}
                note={[formatNear(closedAt, now), closedByName, accepted > 0 && `${accepted}项说明后结账`]
                  .filter(Boolean)
                  .join(' · ')}
                extra={<Tag tone="success">已结账</Tag>}
              />
            ))}
          </Card>
        )}
        {bridged.length > 0 && (
          <Card title="按旧方法记收入的月份">
            {bridged.map((month) => (
              <Cell
                key={month}
                {...linkTo(reach, dataScreens.bridge, { month })}
                label={`${month} 收入差异`}
                note="账簿已记的收入与按租期计算的收入，逐单对照"
              />
            ))}
          </Card>
        )}
        <Note>结账后，任何凭证都不能再记入该月及以前的月份；更正记入当月，并注明所更正的凭证。结账不能撤销。</Note>
      </Stack>
    </Page>
  )
})

function NextCard({ next, onDone }: { readonly next: Next; readonly onDone: () => void }) {
  const now = useNow()
  const mayClose = useMayWhole('finance.reconcile')
  const { month, from, closableAt, open } = next
  const close = useWrite(calls.closing.close, {
    onDone: () => {
      feedback.toast(`${month} 已结账`)
      onDone()
    },
  })
  const what = from === month ? month : `${from} 至 ${month}`
  const early = now < closableAt
  const left = open.filter(({ hinders }) => hinders).length
  const blocked = left > 0 ? `还有${left}项未完成` : early ? `${formatNear(closableAt, now)} 后可以结账` : undefined
  async function sure() {
    const without = open.map(({ name, count }) => `${name} ${count}`).join('、')
    const body = `${without && `未完成：${without}。`}结账后不能撤销，也不能再记入该期凭证`
    if (await confirm({ title: `结账 ${what}？`, body, confirm: '确认结账' })) await close.run({ month })
  }
  return (
    <Card pad>
      <Row gap={8} align="baseline" justify="between">
        <Text as="h2" shrink size="m">
          待结账 {what}
        </Text>
        <Tag tone={left === 0 ? 'success' : 'warning'}>{left === 0 ? '可以结账' : `${left}项未完成`}</Tag>
      </Row>
      {open.map((point) => (
        <PointRow key={point.kind} point={point} month={month} mayAccept={mayClose} onAccepted={onDone} />
      ))}
      {early && <Note top={8}>{`${formatNear(closableAt, now)} 后可以结账`}</Note>}
      {mayClose && (
        <Row justify="end" top={12}>
          <Button size="s" variant="primary" reason={blocked} loading={close.pending} onClick={() => void sure()}>
            结账
          </Button>
        </Row>
      )}
    </Card>
  )
}

interface PointRowProps {
  readonly point: Next['open'][number]
  readonly month: string
  readonly mayAccept: boolean
  readonly onAccepted: () => void
}

/** Work that is left, in the order in which it is done: where it is done, or who accepted that it is not. */
function PointRow({ point, month, mayAccept, onAccepted }: PointRowProps) {
  const { name, count, link, hint, hinders, accepted } = point
  const now = useNow()
  const reach = useReach()
  const isOffered = mayAccept && point.mayAccept && hinders
  async function accept() {
    if (await openSheet(() => import('./accept-sheet.tsx'), { point, month })) onAccepted()
  }
  return (
    <Stack>
      <Cell
        {...linkToAddress(reach, link)}
        label={name}
        note={hint}
        extra={<Tag tone={hinders ? 'warning' : undefined}>{String(count)}</Tag>}
      />
      {accepted !== null && (
        <Stack pad={[0, 0, 10]}>
          <Note>
            {[`已说明${accepted.count}项：${accepted.reason}`, accepted.byName, formatNear(accepted.at, now)]
              .filter(Boolean)
              .join(' · ')}
          </Note>
        </Stack>
      )}
      {isOffered && (
        <Row justify="end" pad={[0, 0, 10]}>
          <Button size="s" onClick={() => void accept()}>
            说明原因
          </Button>
        </Row>
      )}
    </Stack>
  )
}
