import { inputImportColumns } from '@cheyi/domain/money/tax/import/columns'
import { calls } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { RecordImport } from '../../../platform/table-import/parts/record-import.tsx'
import { taxScreens } from '../screens.ts'

/** Imports suppliers' invoices from the file of 电子税务局. */
export default function Import() {
  const at = useScreen(taxScreens.inputImport)
  return (
    <RecordImport
      at={at}
      columns={inputImportColumns}
      template={calls.tax.importTemplate}
      check={calls.tax.importCheck}
      askOf={({ names: _, ...table }) => table}
      confirm={calls.tax.importConfirm}
      notes={[
        '电子税务局「税务数字账户 · 发票查询统计」中取得发票的导出文件可直接上传',
        '抬头与商家资料不符的不导入；号码相同的只导入一次',
        '专用发票、机动车和通行费发票默认待勾选，普通发票默认不抵扣，导入后可逐张修改',
      ]}
      update="更新"
      none="导入前再检查一遍，仍有一行错误就一笔也不导入"
      done={{ label: '查看发票', onClick: () => go(taxScreens.inputs, {}, { replace: true }) }}
    />
  )
}
