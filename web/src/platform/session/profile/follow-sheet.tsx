import { useEffect, useEffectEvent } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Answer } from '../../../page/answer.tsx'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'
import { toast } from '../../../ui/modal/toast.ts'

/** Polling interval in ms, because WeChat notifies our server of a new follower and not this page. */
const LOOK = 3000

/** The QR code of the service account, which the user scans with WeChat; closes when that WeChat account follows. */
export default function FollowSheet({ answer }: Asks<true>) {
  const code = useRead(calls.notify.followCode, {}, { freshFor: 5 * 60_000 })
  const { data } = useRead(calls.notify.reach, {}, { every: LOOK })
  const isOn = data?.wechat === true
  const followed = useEffectEvent(() => {
    toast('微信接收消息已开启')
    answer(true)
  })
  useEffect(() => {
    if (isOn) followed()
  }, [isOn])
  return (
    <OpenedSheet title="微信接收消息">
      <Answer of={code}>
        {(given) => (
          <Stack gap={12} align="center">
            <QrCode text={given.code ?? ''} label="关注公众号的二维码" />
            <Note text="center">用微信扫一扫并关注公众号，待办和提醒就会发到你的微信。二维码10分钟内有效。</Note>
            <Note text="center">就在这部手机上？请截图，在微信的扫一扫里从相册选取。</Note>
          </Stack>
        )}
      </Answer>
    </OpenedSheet>
  )
}
