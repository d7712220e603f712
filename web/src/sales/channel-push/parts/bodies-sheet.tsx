import type { Source } from '@cheyi/domain/booking/order/codes'
import { calls, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { Answer } from '../../../page/answer.tsx'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { Note, Stack, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'

interface BodiesSheetProps extends Asks<boolean> {
  readonly title: string
  readonly of: OutputOf<typeof calls.channelPush.logs>['list'][number]
  readonly source: Source
}

/** What was sent and what came back, with personal data masked; a message about an order can be sent again. */
export default function BodiesSheet({ title, of, source, answer }: BodiesSheetProps) {
  const bodies = useRead(calls.channelPush.logBodies, { logId: of.logId })
  const resending = useWrite(calls.channelPush.resend)
  async function resend(eventId: string) {
    if (!(await resending.run({ source, eventId }))) return
    feedback.toast('已安排重发')
    answer(true)
  }
  const { eventId } = of
  return (
    <OpenedSheet
      title={title}
      footer={
        eventId === null ? undefined : (
          <MainButton loading={resending.pending} onClick={() => void resend(eventId)}>
            重发
          </MainButton>
        )
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
