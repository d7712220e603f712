import { isKeyShown } from './platform/role/built-parts.ts'
import { Refusal } from './refusal.ts'

/** 1 heading of the tree, grants nothing; 2 page, opens screens; 3 action, shows buttons and allows calls. */
export const menuType = { group: 1, page: 2, action: 3 } as const

/** One row of the permission tree. `held`: letters of the default roles that have it once it is shown (the owner has all). */
export interface Menu<K extends string = string> {
  readonly id: number
  readonly key: K
  readonly name: string
  readonly parentId: number
  readonly type: (typeof menuType)[keyof typeof menuType]
  readonly held: string
}

type Group<K extends string> = Menu<K> & { readonly type: 1 }
type Page<K extends string> = Menu<K> & { readonly type: 2 }
type Action<K extends string> = Menu<K> & { readonly type: 3 }

const group = <const K extends string>(id: number, key: K, name: string, held: string): Group<K> => ({
  id,
  key,
  name,
  parentId: 0,
  type: menuType.group,
  held,
})
const page = <const K extends string>(id: number, key: K, name: string, parentId: number, held: string): Page<K> => ({
  id,
  key,
  name,
  parentId,
  type: menuType.page,
  held,
})
const action = <const K extends string>(
  id: number,
  key: K,
  name: string,
  parentId: number,
  held: string,
): Action<K> => ({ id, key, name, parentId, type: menuType.action, held })

/**
 * The only permission tree: the same key is used on the call, on the row of the screen (which has its path) and in the
 * signed-in user's `menuAutos`. Letters: M 店长, C 店员, F 财务, V 车管, S 客服, Q 渠道运营. Ids are stored with the roles and never
 * change. An action on orders has one key for both kinds; the kind is the page key (`order.list`, `longOrder.list`).
 */
const rows = [
  group(100, 'order', '订单', 'MCFVSQ'),
  page(101, 'order.list', '短租订单', 100, 'MCFVSQ'),
  page(102, 'order.create', '新建订单', 100, 'MCS'),
  action(103, 'order.confirm', '接单/拒单', 100, 'MCSQ'),
  page(104, 'order.arrange', '排车派司机', 100, 'MCVS'),
  page(105, 'order.pickup', '取车', 100, 'MCV'),
  page(106, 'order.return', '还车', 100, 'MCV'),
  page(107, 'order.cancel', '取消订单', 100, 'MS'),
  page(108, 'order.fee', '费用明细', 100, 'MCFS'),
  action(109, 'order.modify', '改单', 100, 'MCS'),
  action(110, 'order.undo', '撤销取还车', 100, 'M'),
  action(111, 'order.override', '越权放行', 100, 'M'),
  action(112, 'order.discount', '减免', 100, 'M'),
  page(113, 'order.payment', '收款', 100, 'MCF'),
  page(114, 'order.supplement', '补款', 100, 'MCF'),
  page(115, 'order.refund', '报销退款', 100, 'MCFV'),
  action(116, 'order.refundApprove', '报销审批', 100, 'MF'),
  action(117, 'order.agreement', '合同', 100, 'MCVS'),
  action(118, 'order.export', '导出订单', 100, 'MF'),
  page(119, 'order.remark', '订单备注', 100, 'MCFVSQ'),
  page(120, 'order.record', '取还车记录', 100, 'MCFVS'),
  page(121, 'order.reissue', '补传', 100, 'MCV'),
  page(122, 'order.voucher', '凭证上传', 100, 'MCFV'),
  page(123, 'order.selfVerify', '自助验车', 100, 'MCV'),
  action(131, 'deposit.collect', '收押金', 100, 'MCF'),
  page(132, 'deposit.deduct', '押金扣款', 100, 'MF'),
  action(133, 'deposit.release', '提前退押金', 100, 'MF'),
  action(134, 'deposit.waive', '商家免押', 100, 'M'),
  page(135, 'renewal.create', '续租', 100, 'MCS'),
  page(136, 'renewal.record', '续租记录', 100, 'MCFS'),
  page(137, 'damage.create', '登记车损', 100, 'MCV'),
  page(138, 'damage.record', '车损记录', 100, 'MCFVS'),
  page(139, 'damage.refund', '车损退扣', 100, 'MF'),
  page(140, 'person.view', '证件信息', 100, 'MC'),
  page(141, 'person.edit', '登记证件', 100, 'MC'),
  group(150, 'longOrder', '长租订单', 'MCFS'),
  page(151, 'longOrder.list', '长租订单', 150, 'MCFS'),
  page(152, 'longOrder.create', '新建长租', 150, 'MC'),
  page(153, 'longOrder.instalment', '分期收款', 150, 'MF'),
  page(154, 'longOrder.flow', '交易记录', 150, 'MF'),
  action(155, 'longOrder.terminate', '提前退租', 150, 'M'),
  page(200, 'price', '价格', 0, 'MFSQ'),
  page(201, 'price.edit', '改价与日历', 200, 'M'),
  page(300, 'stock', '库存', 0, 'MCVSQ'),
  action(301, 'stock.stopSale', '停售/恢复', 300, 'MVQ'),
  page(310, 'inventory', '车辆', 0, 'MCFVS'),
  page(311, 'inventory.edit', '车辆编辑', 310, 'MV'),
  page(312, 'inventory.import', '车辆导入', 310, 'MV'),
  action(313, 'inventory.export', '车辆导出', 310, 'MFV'),
  page(320, 'model', '车型', 0, 'MCVSQ'),
  page(321, 'model.edit', '车型编辑', 320, 'MV'),
  page(330, 'store', '门店', 0, 'MCFVSQ'),
  page(331, 'store.edit', '门店编辑', 330, 'M'),
  page(400, 'data', '数据概览', 0, 'MFVQ'),
  page(401, 'data.money', '经营金额', 400, 'MF'),
  action(402, 'data.export', '导出报表', 400, 'F'),
  action(403, 'finance.reconcile', '对账与月结', 400, 'F'),
  page(500, 'ticket', '工单', 0, 'MCFV'),
  page(501, 'ticket.relocation', '调车', 500, 'MCV'),
  page(502, 'ticket.maintenance', '维保', 500, 'MCFV'),
  page(503, 'ticket.yearly', '年检', 500, 'MV'),
  action(504, 'ticket.force', '强制占用', 500, 'MV'),
  action(505, 'ticket.cost', '工单费用', 500, 'MFV'),
  group(600, 'violation', '违章', 'MCFVS'),
  page(601, 'violation.list', '违章管理', 600, 'MCFVS'),
  page(602, 'violation.record', '订单违章', 600, 'MCFVS'),
  page(603, 'violation.create', '登记违章', 600, 'MCVS'),
  page(604, 'violation.handle', '处理违章', 600, 'MVS'),
  action(605, 'violation.deduct', '违章扣款', 600, 'MF'),
  page(606, 'violation.refund', '违章押金退还', 600, 'MF'),
  page(700, 'channel', '渠道', 0, 'MFQ'),
  page(701, 'channel.edit', '渠道配置', 700, 'Q'),
  action(702, 'channel.key', '接口密钥', 700, ''),
  action(703, 'channel.finance', '渠道对账', 700, 'FQ'),
  page(800, 'vehicleControl', '车控', 0, 'MCV'),
  action(801, 'vehicleControl.track', '历史轨迹', 800, 'MV'),
  action(802, 'vehicleControl.lock', '开关锁/寻车', 800, 'MCV'),
  action(803, 'vehicleControl.cut', '断/通油电', 800, 'MV'),
  action(804, 'vehicleControl.device', '设备与围栏', 800, 'MV'),
  page(900, 'account', '员工', 0, 'M'),
  page(901, 'account.edit', '员工编辑', 900, 'M'),
  page(910, 'role', '权限管理', 0, ''),
  page(911, 'role.edit', '权限设置', 910, ''),
  page(920, 'merchant.setting', '商家设置', 0, ''),
  action(921, 'merchant.pay', '收款设置', 0, 'F'),
  page(930, 'audit', '操作日志', 0, ''),
  page(940, 'dev', '开发测试', 0, ''),
] as const

type Row = (typeof rows)[number]
/** Every key of the tree, including headings. */
export type MenuKey = Row['key']
/** A key that grants something: used by calls, screens and buttons. */
export type PermissionKey = Exclude<Row, { readonly type: 1 }>['key']

export const menus: readonly Menu<MenuKey>[] = rows

const byId = new Map<number, Menu<MenuKey>>(menus.map((menu) => [menu.id, menu]))
const byKey = new Map<string, Menu<MenuKey>>(menus.map((menu) => [menu.key, menu]))

const opens = (menu: Menu<MenuKey>): menu is Menu<PermissionKey> => menu.type !== menuType.group

/** All keys that grant something, in the order of the tree. */
export const permissionKeys: readonly PermissionKey[] = menus.filter(opens).map((menu) => menu.key)

/** @internal */
export const isPermissionKey = (text: string): text is PermissionKey => {
  const menu = byKey.get(text)
  return menu !== undefined && opens(menu)
}

export const menuOf = (key: MenuKey): Menu<MenuKey> => byKey.get(key)!

export const allMenuIds: readonly number[] = menus.map((menu) => menu.id)

/** A node of the tree as the role editor shows it; leaves have no children. */
export interface MenuNode {
  readonly id: number
  readonly key: MenuKey
  readonly name: string
  readonly type: Menu['type']
  readonly children: readonly MenuNode[]
}

/** The tree under `parentId` (0 = the whole tree), only rows that grant something at present: `role/built-parts.ts`. */
export const menuTree = (parentId = 0): MenuNode[] =>
  menus
    .filter((menu) => menu.parentId === parentId && isKeyShown(menu.key))
    .map(({ id, key, name, type }) => ({ id, key, name, type, children: menuTree(id) }))

/** Adds the parents of every chosen row and removes duplicates, in tree order. Throws `menuUnknown` for an id outside the tree. */
export function withParents(ids: Iterable<number>): number[] {
  const chosen = new Set<number>()
  for (const id of ids) {
    if (!byId.has(id)) throw new Refusal('menuUnknown', { id })
    for (let at = id; at !== 0; at = byId.get(at)!.parentId) chosen.add(at)
  }
  return allMenuIds.filter((id) => chosen.has(id))
}

/**
 * The rows of a role for the chosen `ids`: exactly these and their parents. Rows that the role editor does not show
 * are removed, because they could not be seen and removed later. Throws `menuUnknown` for an id outside the tree.
 */
export const shownWithParents = (ids: Iterable<number>): number[] =>
  withParents([...ids].filter((id) => !byId.has(id) || isKeyShown(byId.get(id)!.key)))

/** The keys of a set of rows (`menuAutos`), without headings and hidden rows; ids that are no longer in the tree are ignored. */
export function keysOf(ids: Iterable<number>): PermissionKey[] {
  const chosen = new Set(ids)
  return menus
    .filter((menu) => chosen.has(menu.id) && isKeyShown(menu.key))
    .filter(opens)
    .map((menu) => menu.key)
}

/** The row ids of keys, e.g. to give a test role exactly one permission. */
export const idsOf = (keys: Iterable<MenuKey>): number[] => withParents([...keys].map((key) => menuOf(key).id))

export type RoleLetter = 'B' | 'M' | 'C' | 'F' | 'V' | 'S' | 'Q'

export interface DefaultRole {
  readonly letter: RoleLetter
  readonly name: string
  readonly menuIds: readonly number[]
}

const defaultRole = (letter: RoleLetter, name: string): DefaultRole => ({
  letter,
  name,
  menuIds: menus
    .filter((menu) => isKeyShown(menu.key) && (letter === 'B' || menu.held.includes(letter)))
    .map((menu) => menu.id),
})

/** The seven roles every merchant starts with, and which 恢复默认 restores. The first is the owner's. */
export const defaultRoles: readonly DefaultRole[] = [
  defaultRole('B', '老板'),
  defaultRole('M', '店长'),
  defaultRole('C', '店员'),
  defaultRole('F', '财务'),
  defaultRole('V', '车管'),
  defaultRole('S', '客服'),
  defaultRole('Q', '渠道运营'),
]

export const defaultRoleOf = (letter: RoleLetter): DefaultRole => defaultRoles.find((role) => role.letter === letter)!
