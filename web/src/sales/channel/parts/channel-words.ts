import type { Source } from '@cheyi/domain/booking/order/codes'
import { type ChannelAction, type ChannelStatus, channelActionNames } from '@cheyi/domain/sales/channel/steps'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { confirm } from '../../../page/open.ts'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

const tones: Readonly<Record<ChannelStatus, Tone>> = {
  0: 'neutral',
  1: 'warning',
  2: 'success',
  3: 'warning',
  4: 'danger',
}

/** The tone of a channel's status. */
export const toneOf = (status: ChannelStatus): Tone => tones[status]

/** The confirmation before an action; null: none is needed. */
export function questionOf(action: ChannelAction, name: string): { title: string; body: string } | null {
  if (action === 'pause')
    return {
      title: `暂停${name}？`,
      body: '暂停后不能再以该渠道开新订单，已有订单照常履约；为它保留的车辆放开售卖',
    }
  if (action === 'close')
    return { title: `关闭${name}？`, body: '关闭后该渠道的价格和库存规则不再生效，设置会保留，可随时重新开通' }
  return null
}

export const doneWords = (action: ChannelAction, name: string): string =>
  action === 'apply' ? `${name}已开通，请完成设置后启用` : `${name}已${channelActionNames[action]}`

/** The current meaning of a channel, explained to the merchant. */
export const BY_HAND =
  '平台接入后自行查询和下单；未接入的，由员工新建订单时选择渠道、填写渠道订单号。价格和库存都按这里的规则'

interface Channel {
  readonly source: Source
  readonly version: number
}

/** Changes the status of a channel, after a confirmation where it affects sales. `step` answers whether it was done. */
export function useStep() {
  const nameOf = useSourceNames()
  const moving = useWrite(calls.channel.action)
  return {
    pending: moving.pending,
    async step({ source, version }: Channel, action: ChannelAction): Promise<boolean> {
      const name = nameOf(source)
      const question = questionOf(action, name)
      if (question !== null && !(await confirm({ ...question, confirm: channelActionNames[action], cancel: '取消' })))
        return false
      if (!(await moving.run({ source, action, version }))) return false
      feedback.toast(doneWords(action, name))
      return true
    },
  }
}
