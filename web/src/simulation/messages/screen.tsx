import { formatDateTime } from '@cheyi/domain/time'
import { ask, calls } from '../../kernel/call/calls.ts'
import { Page, page, refresh, useAnswers } from '../../page/page.tsx'
import { Empty } from '../../ui/frame/empty.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { RefreshButton } from '../../ui/list/pull.tsx'
import { Card } from '../../ui/show/card.tsx'
import { simulationScreens } from '../screens.ts'

const sentMessages = ask(calls.simulation.messages, {}, { every: 3000 })

/** What would have been sent by SMS, on an installation that sends nothing; anybody may look, so it is for demos only. */
export default page(
  simulationScreens.messages,
  () => {
    const [{ list }] = useAnswers(sentMessages)
    return (
      <Page right={<RefreshButton onRefresh={() => void refresh(sentMessages)} />} reading>
        {list.length === 0 && <Empty title="还没有短信" note="演示环境不会真正发送短信，内容会出现在这里" />}
        <Stack as="ol" gap={12} aria-label="短信列表">
          {list.map((sms) => (
            <li key={`${sms.at}-${sms.mobile}-${sms.text}`}>
              <Card pad>
                <Row as="p" align="stretch" justify="between" note num>
                  <span>{sms.mobile}</span>
                  <time>{formatDateTime(sms.at)}</time>
                </Row>
                <Text as="p" top={8}>
                  {sms.text}
                </Text>
              </Card>
            </li>
          ))}
        </Stack>
      </Page>
    )
  },
  { shape: 'rows' },
)
