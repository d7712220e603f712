import { MAX_IMPORT_ROWS } from '@cheyi/domain/platform/table-import/layout'
import { officialStates } from '@cheyi/domain/rental/violation/codes'
import { violationImportColumns, violationImportHeading } from '@cheyi/domain/rental/violation/import/columns'
import { tableTemplate } from '../../../platform/table-import/actions.ts'

const notes = [
  '带 * 的列必填，每行一条违章',
  `每次最多${MAX_IMPORT_ROWS}行，文件不超过10MB`,
  '列名与顺序不必与模板一致，交管12123及查询平台导出的表格可直接上传',
  '违章时间须写到分钟，如 2026-05-01 14:30',
  '扣分写作 3 或 3分，罚款写作 200 或 200元；未裁决的罚款不填，警告写「警告」',
  `处理状态：${officialStates.items.map(({ name }) => name).join('、')}；不填按未处理，已处理的直接结案`,
  '同一违章按文书号和车牌（或时间）、其次按车牌、时间和代码对应，已有的只补充空缺，不会重复',
]

export const makeViolationTemplate = tableTemplate({
  kind: 'violationTemplate',
  key: 'violation.handle',
  sheet: '违章',
  file: '违章导入模板.xlsx',
  heading: violationImportHeading,
  columns: violationImportColumns,
  notes,
})
