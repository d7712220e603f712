import { type TableKind, tableColumn, titleOf } from '../../../platform/table-import/layout.ts'

/* Columns of a vehicle list that can be imported. */

/** Titles that concern a document's number, issuer, price or start, not its expiry. */
const notTheEnd = /号|公司|机构|金额|保额|保费|费用|价|起始|开始|生效|起期|办理|上次|照片/

/** In the order of the template. */
export const importColumns = [
  tableColumn({
    key: 'plate',
    title: '车牌号',
    width: 14,
    like: /车牌|号牌|牌照|^车号$/,
    unlike: /颜色|类型|种类|照片/,
  }),
  tableColumn({ key: 'vin', title: '车架号', width: 22, like: /车架|底盘号|识别代?[号码]|^VIN/, unlike: /照片/ }),
  tableColumn({
    key: 'model',
    title: '车型',
    width: 20,
    like: /^(租赁|车辆)?(车型|车系|车款|型号)(名称)?$|品牌.*(型号|车型|车系)|车辆(品牌|名称)|厂牌型号/,
  }),
  tableColumn({
    key: 'store',
    title: '门店',
    width: 16,
    like: /门店|网点|店铺|分店|营业点|站点|^所[属在]店$/,
    unlike: /电话|地址|编号/,
  }),
  tableColumn({ key: 'engineNo', title: '发动机号', width: 14, like: /发动机号?码?$|电机号/ }),
  tableColumn({ key: 'colour', title: '颜色', width: 8, like: /颜色|^车色$/, unlike: /车牌|号牌|内饰/ }),
  tableColumn({ key: 'registerOn', title: '注册日期', width: 12, like: /(注册|登记|上牌|初登)(日期?|时间)?$/ }),
  tableColumn({ key: 'useNature', title: '使用性质', width: 10, like: /使用性质|营运性质|车辆性质/ }),
  tableColumn({
    key: 'odometerKm',
    title: '里程',
    width: 10,
    like: /里程|公里数|码表/,
    unlike: /限|费|保养|续航|免|日均/,
  }),
  tableColumn({
    key: 'insuranceEndOn',
    title: '交强险到期',
    width: 12,
    like: /交强/,
    unlike: notTheEnd,
    perhaps: /保险|强险|保单|车险/,
  }),
  tableColumn({
    key: 'commercialEndOn',
    title: '商业险到期',
    width: 12,
    like: /商业险|商险|商业保险/,
    unlike: notTheEnd,
    perhaps: /三者|车损险|保险|保单/,
  }),
  tableColumn({
    key: 'inspectionEndOn',
    title: '年检到期',
    width: 12,
    like: /年检|年审|检验有效|审车/,
    unlike: notTheEnd,
    perhaps: /检验|验车|检车|审验|行驶证.*(有效|到期)/,
  }),
  tableColumn({ key: 'plateKind', title: '车牌类型', width: 12, like: /^(车牌|号牌)(类型|种类)$/ }),
  tableColumn({ key: 'plateColor', title: '车牌颜色', width: 10, like: /^(车牌|号牌)颜色$/ }),
  tableColumn({ key: 'tags', title: '标签', width: 16, like: /^(车辆)?(标签|标记)$/ }),
  tableColumn({ key: 'remark', title: '备注', width: 24, like: /^备注\d?$|^说明$/ }),
  tableColumn({
    key: 'parkingNote',
    title: '停放位置',
    width: 14,
    like: /^(车辆)?(停放|停车|车位)(位置|地点|点|处|号)?$|^车位号?$/,
    unlike: /照片/,
  }),
  tableColumn({ key: 'keyNote', title: '取车说明', width: 24, like: /取车(说明|指引|方式)|钥匙(位置|说明|存放)/ }),
] as const
export type ImportKey = (typeof importColumns)[number]['key']

/** A missing column for store or model is replaced by one choice for all rows. */
export const vehicleTable: TableKind<ImportKey> = { columns: importColumns, needed: ['plate', 'vin'] }

const starred: ReadonlySet<ImportKey> = new Set([...vehicleTable.needed, 'model', 'store'])

/** Heading of the template; required columns have an asterisk. */
export const importHeading = importColumns.map(({ key, title }) => (starred.has(key) ? `${title}*` : title))

export const columnTitle = (key: ImportKey): string => titleOf(vehicleTable, key)
