import { notifyWays } from '@cheyi/domain/platform/notify/notice'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Card, Row, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { simulationScreens } from '../screens.ts'

const sentMessages = ask(calls.simulation.messages, {}, { every: 3000 })

/**
 * The text messages and pushes of an installation that sends none. The page needs no sign-in, so it exists on demo
 * installations only.
 */
export default page(
  simulationScreens.messages,
  () => {
    const [{ list: texts, rings }] = useAnswers(sentMessages)
    const list = [
      ...texts.map(({ at, mobile, text }) => ({ at, to: mobile, text })),
      ...rings.map(({ at, way, title, body }) => ({
        at,
        to: notifyWays.text(way),
        text: [title, body].filter(Boolean).join('：'),
      })),
    ].toSorted((a, b) => b.at - a.at)
    return (
      <Page right={<RefreshButton onRefresh={() => void refresh(sentMessages)} />} reading>
        {list.length === 0 && <Empty title="还没有消息" note="演示环境不会真正发送短信和推送，内容会出现在这里" />}
        <Stack as="ol" gap={12} aria-label="消息列表">
          {list.map(({ at, to, text }) => (
            <li key={`${at}-${to}-${text}`}>
              <Card pad>
                <Row as="p" align="stretch" justify="between" note num>
                  <span>{to}</span>
                  <time>{momentText(at)}</time>
                </Row>
                <Text as="p" top={8}>
                  {text}
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
