import { policyColumns } from '@cheyi/domain/fleet/inventory/policies/columns'
import { calls } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { RecordImport } from '../../../platform/table-import/parts/record-import.tsx'
import { inventoryScreens } from '../screens.ts'

/** Imports policies of cars from the table of an insurer or broker. */
export default function Policies() {
  const at = useScreen(inventoryScreens.policies)
  return (
    <RecordImport
      at={at}
      columns={policyColumns}
      template={calls.inventory.policyTemplate}
      check={calls.inventory.policyCheck}
      askOf={({ names: _, ...table }) => table}
      confirm={calls.inventory.policyConfirm}
      notes={[
        '保险公司或经纪人的保单表可直接上传，一行一张保单',
        '须有车牌、险种、生效和到期日期；列名含「万元」的金额按万元',
        '保费按保险期间计入车辆费用；已有的保单不会重复导入，只有到期日期的会补全',
      ]}
      update="补全"
      none="导入前再检查一遍，仍有一行错误就一张也不导入"
      done={{ label: '查看车辆', onClick: () => go(inventoryScreens.list, {}, { replace: true }) }}
    />
  )
}
