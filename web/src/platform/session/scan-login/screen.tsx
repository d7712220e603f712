import { useEffect, useState } from 'react'
import { calls, type OutputOf, send, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { goTo } from '../../../kernel/page/router.ts'
import { useUser } from '../../../kernel/user.ts'
import { Page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Button, Card, Stack, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { sessionScreens } from '../screens.ts'

type Asked = OutputOf<typeof calls.qrLogin.scan>

/** What the phone shows about a device that wants to sign in: nothing is sent before the user taps 确认登录. */
export default function ScanLogin() {
  const { qr } = useScreen(sessionScreens.scanLogin)
  const user = useUser()
  const [asked, setAsked] = useState<Asked | 'expired' | null>(null)
  const confirm = useWrite(calls.qrLogin.confirm)
  const refuse = useWrite(calls.qrLogin.refuse)

  useEffect(() => {
    if (!qr) return setAsked('expired')
    const stop = new AbortController()
    send(calls.qrLogin.scan, { qrId: qr }, { signal: stop.signal }).then(setAsked, () => {
      if (!stop.signal.aborted) setAsked('expired')
    })
    return () => stop.abort()
  }, [qr])

  async function answer(yes: boolean) {
    const done = await (yes ? confirm : refuse).run({ qrId: qr ?? '' })
    if (!done) return setAsked('expired')
    toast(yes ? '已确认登录' : '已拒绝登录')
    goTo('/', { replace: true })
  }
  if (asked === null)
    return (
      <Page>
        <Skeleton shape="rows" cards={1} />
      </Page>
    )
  if (asked === 'expired')
    return (
      <Page>
        <Empty
          art="search"
          title="二维码已失效，请刷新"
          note="请在电脑上刷新二维码，再用手机相机或微信扫描"
          action={{ label: '回工作台', onClick: () => goTo('/', { replace: true }) }}
        />
      </Page>
    )
  return (
    <Page>
      <Stack gap={8} pad={[24, 12]} align="center" text="center">
        <Icon name="shield" size={24} />
        <Text as="h2" size="xl">
          是否允许该设备登录？
        </Text>
        <Text as="p" ink={2}>
          请确认是您本人正在操作，陌生人发来的二维码请拒绝
        </Text>
      </Stack>
      <Card pad>
        <KeyValue
          rows={[
            { label: '登录设备', value: asked.device },
            { label: '所在城市', value: asked.city ?? '未知', note: '按来源地址估计' },
            { label: '来源地址', value: <span className="num">{asked.ip}</span> },
            { label: '发起时间', value: <span className="num">{momentText(asked.askedAt)}</span> },
            { label: '登录账号', value: user?.name ?? '' },
            { label: '登录商家', value: asked.merchantName || '登录后选择' },
          ]}
        />
      </Card>
      <Stack gap={12} top={24}>
        <Button variant="primary" size="l" loading={confirm.pending} onClick={() => void answer(true)}>
          确认登录
        </Button>
        <Button size="l" loading={refuse.pending} onClick={() => void answer(false)}>
          拒绝
        </Button>
      </Stack>
    </Page>
  )
}
