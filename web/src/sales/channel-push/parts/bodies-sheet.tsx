import type { Source } from '@cheyi/domain/booking/order/codes'
import { calls, feedback, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { confirm } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Card, MainButton, Note, Stack, Text } from '../../../ui/layout.tsx'

interface BodiesSheetProps extends Asks<boolean> {
  readonly title: string
  readonly of: OutputOf<typeof calls.channelPush.logs>['list'][number]
  readonly source: Source
}

/**
 * What was sent and what came back, with personal data masked; a message about an order can be sent again, and a failed request of the
 * platform be replayed.
 */
export default function BodiesSheet({ title, of, source, answer }: BodiesSheetProps) {
  const bodies = useRead(calls.channelPush.logBodies, { logId: of.logId })
  const resending = useWrite(calls.channelPush.resend)
  const replaying = useWrite(calls.channelPush.logReplay)
  async function resend(eventId: string) {
    if (!(await resending.run({ source, eventId }))) return
    feedback.toast('已安排重发')
    answer(true)
  }
  async function replay() {
    const sure = await confirm({
      title: '按现在的时间和规则重放这个请求？',
      body: '与平台再次发来一样处理：渠道订单号已用过的不会重复下单。重放后请告知平台结果。',
      confirm: '重放',
      cancel: '再想想',
    })
    if (!sure || !(await replaying.run({ logId: of.logId }))) return
    feedback.toast('已重放成功')
    answer(true)
  }
  const { eventId } = of
  return (
    <OpenedSheet
      title={title}
      footer={
        eventId !== null ? (
          <MainButton loading={resending.pending} onClick={() => void resend(eventId)}>
            重发
          </MainButton>
        ) : of.mayReplay ? (
          <MainButton loading={replaying.pending} onClick={() => void replay()}>
            重放
          </MainButton>
        ) : undefined
      }
    >
      <Answer of={bodies}>
        {({ request, answer: answered }) => (
          <Stack gap={12}>
            <Body label={of.outgoing ? '发出内容' : '请求内容'} text={request} />
            <Body label={of.outgoing ? '平台应答' : '我方应答'} text={answered} />
          </Stack>
        )}
      </Answer>
    </OpenedSheet>
  )
}

const Body = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <Card pad>
    <Note>{label}</Note>
    <Text block pre size="s" className="num">
      {text === '' ? '（空）' : text}
    </Text>
  </Card>
)
