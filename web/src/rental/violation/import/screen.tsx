import { violationImportColumns } from '@cheyi/domain/rental/violation/import/columns'
import { calls } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { RecordImport } from '../../../platform/table-import/parts/record-import.tsx'
import { violationScreens } from '../screens.ts'

/** Imports violations from a file of the office's site or of a query provider. */
export default function Import() {
  const at = useScreen(violationScreens.import)
  return (
    <RecordImport
      at={at}
      columns={violationImportColumns}
      template={calls.violation.importTemplate}
      check={calls.violation.importCheck}
      askOf={({ names: _, ...table }) => table}
      confirm={calls.violation.importConfirm}
      notes={[
        '交管12123或查询平台导出的表格可直接上传',
        '一行一条违章，须有车牌号和违章时间（到分钟）；按车牌和时间自动匹配订单',
        '已有的违章不会重复，只补充空缺的内容',
      ]}
      update="补充"
      none="导入前再检查一遍，仍有一行错误就一条也不导入"
      done={{ label: '查看违章', onClick: () => go(violationScreens.list, {}, { replace: true }) }}
    />
  )
}
