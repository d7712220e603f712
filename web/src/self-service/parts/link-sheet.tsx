import { signWay } from '@cheyi/domain/agreement/codes'
import { type HandoverType, handoverType, handoverTypes } from '@cheyi/domain/pickup-return/codes'
import { formatDateTime } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { go } from '../../kernel/page/router.ts'
import { useMay } from '../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../page/opened-sheet.tsx'
import { ShareLink } from '../../page/share-link.tsx'
import { Button, MainButton } from '../../ui/button.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { QrCode } from '../../ui/media/later.tsx'
import { selfServiceScreens } from '../screens.ts'

interface LinkSheetProps extends Asks<true> {
  readonly orderId: string
  readonly type: HandoverType
}

const words: Readonly<Record<HandoverType, string>> = {
  [handoverType.pickup]: '客户在自己的手机上拍照、付款、签合同并提交，门店验车通过后取车。',
  [handoverType.return]:
    '客户在自己的手机上确认位置、拍照、填写里程和钥匙位置并提交，还车时间按提交时计；门店验车通过后办理结算。',
}

/** The customer's link to take or return the car without staff: sent, or shown as a code. A new one ends the one before. */
export default function LinkSheet({ orderId, type, answer }: LinkSheetProps) {
  const [made, setMade] = useState<{ url: string; expireAt: number }>()
  const show = useWrite(calls.selfService.link, { onDone: setMade })
  const text = useWrite(calls.selfService.link)
  const mayCheck = useMay('order.selfVerify')
  const title = `自助${handoverTypes.text(type)}`
  async function send() {
    const sent = await text.run({ orderId, type, way: signWay.sms })
    if (!sent) return
    feedback.toast(`${title}链接已发送至 ${sent.sentTo}`)
    answer(true)
  }
  return (
    <OpenedSheet
      title={title}
      footer={
        <MainButton loading={text.pending} onClick={() => void send()}>
          发短信给客户
        </MainButton>
      }
    >
      <Stack gap={12}>
        <Text as="p" ink={2}>
          {words[type]}重新发送后，之前的链接失效，已拍的照片保留。
        </Text>
        {made ? (
          <Stack gap={8} align="center" text="center">
            <QrCode text={made.url} label={`${title}链接的二维码`} />
            <Text note num>
              {formatDateTime(made.expireAt)} 前有效
            </Text>
            <ShareLink title={title} desc={`请在自己的手机上办理${handoverTypes.text(type)}`} url={made.url} />
          </Stack>
        ) : (
          <Button
            icon="scan"
            size="l"
            loading={show.pending}
            onClick={() => void show.run({ orderId, type, way: signWay.qr })}
          >
            出示二维码
          </Button>
        )}
        {mayCheck && (
          <Button
            size="l"
            onClick={() => {
              answer(true)
              go(selfServiceScreens.merchantVerification, { orderId, type })
            }}
          >
            去验车
          </Button>
        )}
      </Stack>
    </OpenedSheet>
  )
}
