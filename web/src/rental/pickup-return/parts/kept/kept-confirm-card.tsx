import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { toMinute } from '@cheyi/domain/time'
import { useEffect } from 'react'
import { currentTime, useNow } from '../../../../kernel/now.ts'
import { go } from '../../../../kernel/page/router.ts'
import { writeStored } from '../../../../kernel/stored.ts'
import { ownerKey } from '../../../../kernel/token.ts'
import { confirm } from '../../../../page/open.ts'
import { WhoMay } from '../../../../platform/referral/parts/who-may.tsx'
import { Button, Card, Note, Row, Text } from '../../../../ui/layout.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import { screensOf } from '../../screens.ts'
import { openOrder } from '../order-pages.ts'
import { dropConfirm, type KeptConfirm, loadConfirms, useConfirms } from './kept-confirms.ts'
import { retryKept, startKept } from './send-kept.ts'

const verbs = { [handoverType.pickup]: '交车', [handoverType.return]: '还车' }

/** Confirmations made offline on this phone: pending, or refused by the server. */
export function KeptConfirmCards() {
  const confirms = useConfirms()
  useEffect(() => {
    void loadConfirms().then(() => startKept())
  }, [])
  return confirms.map((one) => <KeptConfirmCard key={one.id} of={one} />)
}

export function KeptConfirmCard({ of }: { readonly of: KeptConfirm }) {
  const now = useNow()
  const { type, order, plate, takenAt, refused } = of
  const title = `${displayPlate(plate)} ${order.contactName}`
  const time = `${formatMoment(takenAt, now)} 已确认${verbs[type]}`
  return (
    <Card
      pad
      title={title}
      extra={<Tag tone={refused === null ? 'warning' : 'danger'}>{refused === null ? '待上传' : '需处理'}</Tag>}
    >
      <Note num>{time}</Note>
      {refused === null ? (
        <Text as="p" ink={2}>
          网络恢复后自动确认，请勿退出登录
        </Text>
      ) : (
        <>
          <Text as="p" ink="danger" role="alert">
            {refused}
          </Text>
          <Note>已填内容和照片都在，同事也可打开订单办理</Note>
          <WhoMay
            act={type === handoverType.pickup ? 'order.pickup' : 'order.return'}
            orderId={order.orderId}
            note={refused}
          />
        </>
      )}
      <Row gap={8} top={8} justify="end" wrap>
        <Button size="s" onClick={() => void takeBack(of)}>
          撤回确认
        </Button>
        <Button size="s" onClick={() => openOrder(order)}>
          查看订单
        </Button>
        {refused !== null && (
          <>
            <Button size="s" onClick={() => void again(of)}>
              按现在时间办理
            </Button>
            <Button size="s" variant="primary" onClick={() => void retryKept(of)}>
              重试
            </Button>
          </>
        )}
      </Row>
    </Card>
  )
}

/** Drops only the confirmation: the entered values stay. */
async function takeBack({ id, type }: KeptConfirm): Promise<void> {
  const sure = await confirm({
    title: `撤回${verbs[type]}确认？`,
    body: '已填内容和照片保留，之后可以重新确认',
    confirm: '撤回确认',
  })
  if (sure) await dropConfirm(id)
}

/** Opens the handover again; the car then changes hands at the new time. */
async function again({ id, type, order, entry }: KeptConfirm): Promise<void> {
  const key = `draft:${ownerKey() ?? ''}:handover:${type}:${order.orderId}` as const
  const at = type === handoverType.return ? { at: toMinute(currentTime()) } : {}
  writeStored(key, JSON.stringify({ ...entry, edits: { ...entry.edits, ...at } }))
  await dropConfirm(id)
  const { pickup, return: back } = screensOf(order.orderKind)
  go(type === handoverType.pickup ? pickup : back, { orderId: order.orderId })
}
