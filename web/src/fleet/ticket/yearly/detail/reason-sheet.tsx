import { isInHand } from '@cheyi/domain/fleet/ticket/kinds'
import { ticketYearlyHandle } from '../../../../form/calls/ticket-yearly-handle.gen.ts'
import { reasonSheet } from '../../../../form/reason-sheet.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import type { Ticket } from './screen.tsx'

interface Props {
  readonly ticket: Ticket
  readonly action: 'fail' | 'cancel'
}

const words = {
  fail: {
    title: '检验不合格',
    verb: '登记不合格',
    toast: '已登记不合格，待复检',
    usual: ['灯光不合格', '制动不合格', '尾气不合格', '外观与登记不符'],
  },
  cancel: {
    title: '取消年检单',
    verb: '取消工单',
    toast: '年检单已取消',
    usual: ['改期再办', '车辆另有安排', '建单有误'],
  },
} as const

/** Records a failed inspection or cancels the ticket; both need a reason. */
export default reasonSheet(ticketYearlyHandle, ({ ticket, action }: Props) => {
  const { ticketId, version } = ticket
  const { title, verb, toast, usual } = words[action]
  return {
    title,
    field: 'note',
    label: '原因',
    usual,
    action: verb,
    variant: 'danger',
    start: { ticketId, version, action },
    missing: '请填写原因',
    toast,
    about: action === 'cancel' && (
      <Notice>
        {isInHand(ticket) ? '取消后不再占用车辆，请确认车已取回' : '取消后不再占用库存，系统不再自动创建'}
      </Notice>
    ),
  }
})
