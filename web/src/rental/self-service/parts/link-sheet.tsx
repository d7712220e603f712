import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { type HandoverType, handoverType, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import type { Asks } from '../../../page/opened.tsx'
import { LinkSheet } from '../../../platform/customer-link/parts/link-sheet.tsx'
import { Button } from '../../../ui/layout.tsx'
import { selfServiceScreens } from '../screens.ts'

interface SelfLinkSheetProps extends Asks<true> {
  readonly orderId: string
  readonly type: HandoverType
}

const words: Readonly<Record<HandoverType, string>> = {
  [handoverType.pickup]: '客户在自己的手机上拍照、付款、签合同并提交，门店验车通过后取车。',
  [handoverType.return]:
    '客户在自己的手机上确认位置、拍照、填写里程和钥匙位置并提交，还车时间按提交时计；门店验车通过后办理结算。',
}

/** The customer's link for a pickup or return without staff. */
export default function SelfLinkSheet({ orderId, type, answer }: SelfLinkSheetProps) {
  const show = useWrite(calls.selfService.link)
  const text = useWrite(calls.selfService.link)
  const mayCheck = useMay('order.selfVerify')
  return (
    <LinkSheet
      title={`自助${handoverTypes.text(type)}`}
      words={words[type]}
      desc={`请在自己的手机上办理${handoverTypes.text(type)}`}
      text={{ pending: text.pending, run: () => text.run({ orderId, type, way: signWay.sms }) }}
      show={{ pending: show.pending, run: () => show.run({ orderId, type, way: signWay.qr }) }}
      onSent={() => answer(true)}
    >
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
    </LinkSheet>
  )
}
