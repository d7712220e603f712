import { tickable } from '@cheyi/domain/booking/order/codes'
import { statementColumns } from '@cheyi/domain/sales/channel/statement/columns'
import { calls } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { RecordImport } from '../../../platform/table-import/parts/record-import.tsx'
import { channelScreens } from '../screens.ts'

/** Imports the statement of a platform for a month. */
export default function Statement() {
  const at = useScreen(channelScreens.statement)
  const { id, month } = at
  const source = tickable.find((one) => String(one) === id) ?? tickable[0]!
  return (
    <RecordImport
      at={at}
      columns={statementColumns}
      template={calls.channel.statementTemplate}
      check={calls.channel.statementCheck}
      askOf={({ names: _, ...table }) => ({ ...table, source, month })}
      confirm={calls.channel.statementConfirm}
      notes={[
        `${month === '' ? '' : `${month} 的`}结算明细，平台导出的表格可直接上传`,
        '每行一笔，须有渠道订单号和结算金额；同一订单的结算和退款会合并',
        '有佣金列的，结算金额和佣金都与系统核对',
        '与系统一致的自动入账，其余在对账页逐笔处理',
      ]}
      update="更新"
      none="导入前再检查一遍，仍有一行错误就一条也不导入"
      done={{
        label: '查看对账',
        onClick: () => go(channelScreens.detail, { id, tab: 'statement', month }, { replace: true }),
      }}
    />
  )
}
