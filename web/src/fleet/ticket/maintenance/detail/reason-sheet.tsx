import { isInHand } from '@cheyi/domain/fleet/ticket/kinds'
import { ticketMaintenanceHandle } from '../../../../form/calls/ticket-maintenance-handle.gen.ts'
import { reasonSheet } from '../../../../form/reason-sheet.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import type { Ticket } from './screen.tsx'

interface Props {
  readonly ticket: Ticket
  readonly action: 'reject' | 'cancel'
}

const words = {
  reject: {
    title: '验收不通过',
    verb: '退回维修',
    toast: '已退回维修',
    usual: ['故障未排除', '外观未修复', '项目未做完'],
  },
  cancel: {
    title: '取消维保单',
    verb: '取消工单',
    toast: '维保单已取消',
    usual: ['改期再修', '车辆另有安排', '建单有误'],
  },
} as const

/** Returns a ticket to the garage or cancels it; both need a reason. */
export default reasonSheet(ticketMaintenanceHandle, ({ ticket, action }: Props) => {
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
      <Notice>{isInHand(ticket) ? '取消后车辆立即恢复可租，请确认车已取回' : '取消后不再占用库存'}</Notice>
    ),
  }
})
