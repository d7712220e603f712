import { layoutOf, type Places, placesOf } from '../../../platform/table-import/layout.ts'
import { type ImportKey, importHeading, vehicleTable } from './columns.ts'
import { type ReadRow, readRow } from './row.ts'

/* A valid line of the template, and the reading of it with some cells changed. */

export const places: Places<ImportKey> = placesOf(
  layoutOf(vehicleTable, [importHeading, importHeading.map(() => 'x')])!.columns,
)

const cells = {
  车牌号: '沪A·D6J19',
  车架号: '1m8gdm9axkp042788',
  车型: '大众朗逸',
  门店: '虹桥机场店',
  发动机号: '',
  颜色: '白',
  注册日期: '2024/3/1',
  使用性质: '租赁',
  里程: '12,345',
  交强险到期: '46508',
  商业险到期: '无',
  年检到期: '2027-02',
  车牌类型: '',
  车牌颜色: '',
  标签: '',
  备注: '',
}

export const readCells = (over: Partial<Record<keyof typeof cells, string>> = {}): ReadRow =>
  readRow(Object.values({ ...cells, ...over }), places)
