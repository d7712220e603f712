import { payWays } from '@cheyi/domain/money/payment/codes'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useAnswersFor } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Box, Button, Card, Cell, Notice } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type Channel, certificateFault } from '../parts/certificate-fault.ts'

/** The merchant's contracts with payment providers, each for all stores or for one store. */
export function ChannelsCard() {
  const { data } = useRead(calls.payment.channels, {})
  const answersFor = useAnswersFor()
  if (data === undefined) return null
  const edit = (channel?: Channel) =>
    open(() => import('./channel-sheet.tsx'), { channel, simulated: data.simulated, known: data.list })
  return (
    <Card title="线上支付商户号">
      {!data.ready && <Notice>服务器尚未设置公网地址（PUBLIC_URL），支付平台无法通知收款结果</Notice>}
      {data.list.map((channel) => (
        <Cell
          key={channel.id}
          label={`${payWays.text(channel.payWay)} · ${channel.storeName ?? '全部门店'}`}
          note={`商户号 ${channel.merchantNo}`}
          extra={
            <>
              {channel.enabled && certificateFault(channel) !== '' && <Tag tone="danger">证书异常</Tag>}
              <Tag tone={channel.enabled ? 'success' : 'neutral'}>{channel.enabled ? '已启用' : '已停用'}</Tag>
            </>
          }
          onClick={answersFor(channel.storeId) ? () => void edit(channel) : undefined}
        />
      ))}
      <Box pad={[12, 16]}>
        <Button variant="tint" onClick={() => void edit()}>
          添加商户号
        </Button>
      </Box>
    </Card>
  )
}
