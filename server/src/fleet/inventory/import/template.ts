import { importColumns, importHeading } from '@cheyi/domain/fleet/inventory/import/columns'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { MAX_IMPORT_ROWS } from '@cheyi/domain/platform/table-import/layout'
import { writeTable } from '../../../outside/table/tables.ts'
import { bulkWork, keepResult } from '../../../platform/job/actions.ts'
import { loadReferences } from './store.ts'

const notes = [
  '带 * 的列必填，每行一辆车',
  `每次最多${MAX_IMPORT_ROWS}行，文件不超过10MB`,
  '列名与顺序不必与模板一致，上传后可指定各列的含义',
  '日期写作 2027-05-01；年检可只写年月，如 2027-05',
  '使用性质：租赁、非营运、预约出租',
  '已有车辆按车架号、其次按车牌号对应，勾选「覆盖」才会更新',
  '导入后为「待上架」，上架前需有有效的交强险和年检',
]

const modelName = (model: { readonly name: string; readonly year: number | null } | undefined): string =>
  model === undefined ? '' : model.year === null ? model.name : `${model.name} ${model.year}`

/** The table to fill in; a second sheet explains it, and lists the models and stores. */
export const makeTemplate = bulkWork<Record<string, never>>({
  kind: 'vehicleTemplate',
  key: 'inventory.import',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { models, stores } = await run.read((ctx) => loadReferences(ctx, []))
    const lists = { models: models.filter((one) => one.open), stores: stores.filter((one) => one.open) }
    const height = Math.max(notes.length, lists.models.length, lists.stores.length)
    const bytes = await writeTable([
      { name: '车辆', rows: [importHeading], widths: importColumns.map(({ width }) => width) },
      {
        name: '填写说明',
        rows: [
          ['说明', '可填车型', '可填门店'],
          ...Array.from({ length: height }, (_, i) => [
            notes[i] ?? '',
            modelName(lists.models[i]),
            lists.stores[i]?.name ?? '',
          ]),
        ],
        widths: [48, 24, 20],
      },
    ])
    return { state: jobState.done, file: await keepResult(run, bytes, '车辆导入模板.xlsx') }
  },
})
