import type { PermissionKey } from '@cheyi/domain/permission'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { TreeNode } from '../../../ui/field/permission-tree.tsx'

/*
 * The tree of permissions in sections by type of work; a section has one row for each page, with the actions of the
 * page.
 */

export type MenuTree = OutputOf<typeof calls.role.tree>
type Menu = MenuTree[number]

const GROUP = 1

/** Sections by the root keys of the tree; a root that is not listed goes into the last section. */
const plan: readonly { label: string; roots: readonly string[] }[] = [
  { label: '订单', roots: ['order', 'longOrder'] },
  { label: '车辆与库存', roots: ['stock', 'inventory', 'model', 'store', 'vehicleControl'] },
  { label: '价格', roots: ['price'] },
  { label: '工单', roots: ['ticket'] },
  { label: '违章', roots: ['violation'] },
  { label: '渠道', roots: ['channel'] },
  { label: '数据概览', roots: ['data'] },
  { label: '账号与设置', roots: [] },
]

/** Splits the many permissions of orders into rows by the first word of their keys. */
const orderRows: Readonly<Record<string, string>> = {
  order: '订单处理',
  deposit: '押金',
  renewal: '续租',
  damage: '车损',
  person: '客户证件',
}

/** Rights by which money is taken, given up, given back, or seen. */
const money: ReadonlySet<string> = new Set<PermissionKey>([
  'order.discount',
  'order.payment',
  'order.supplement',
  'order.refund',
  'order.refundApprove',
  'deposit.collect',
  'deposit.deduct',
  'deposit.release',
  'deposit.waive',
  'damage.refund',
  'longOrder.instalment',
  'longOrder.flow',
  'longOrder.terminate',
  'price.edit',
  'data.money',
  'finance.reconcile',
  'ticket.cost',
  'violation.deduct',
  'violation.refund',
  'channel.finance',
  'merchant.pay',
])

const leaf = ({ key, name }: Pick<Menu, 'key' | 'name'>): TreeNode => ({ key, label: name, isMoney: money.has(key) })

function rowsOf(root: Menu): TreeNode[] {
  if (root.children.length === 0) return [leaf(root)]
  if (root.type !== GROUP)
    return [
      {
        key: `row:${root.key}`,
        label: root.name,
        children: [{ key: root.key, label: '查看' }, ...root.children.map(leaf)],
      },
    ]
  const words = [...new Set(root.children.map(({ key }) => key.split('.')[0]!))]
  return words.map((word) => ({
    key: `row:${root.key}:${word}`,
    label: words.length > 1 ? (orderRows[word] ?? word) : root.name,
    children: root.children.filter(({ key }) => key.split('.')[0] === word).map(leaf),
  }))
}

export function sectionsOf(tree: MenuTree): TreeNode[] {
  const named = new Set(plan.flatMap(({ roots }) => roots))
  return plan
    .map(({ label, roots }) => ({
      key: `section:${label}`,
      label,
      children: tree
        .filter(({ key }) => (roots.length > 0 ? roots.includes(key) : !named.has(key)))
        .flatMap((root) => rowsOf(root)),
    }))
    .filter(({ children }) => children.length > 0)
}

/** Names and ids by key, and the parent of each key. */
export interface Rights {
  readonly names: ReadonlyMap<string, string>
  readonly ids: ReadonlyMap<string, number>
  /** Keys that grant a permission, in the order of the tree. */
  readonly keys: readonly string[]
  readonly parents: ReadonlyMap<string, string>
}

export function rightsOf(tree: MenuTree): Rights {
  const rows = tree.flatMap((root) => [root, ...root.children])
  return {
    names: new Map(rows.map(({ key, name }) => [key, name])),
    ids: new Map(rows.map(({ key, id }) => [key, id])),
    keys: rows.filter(({ type }) => type !== GROUP).map(({ key }) => key),
    parents: new Map(
      tree.flatMap((root) => (root.type === GROUP ? [] : root.children.map(({ key }) => [key, root.key] as const))),
    ),
  }
}

/** The permission keys of stored menu ids. */
export function keysOf(menuIds: readonly number[], { ids, keys }: Rights): ReadonlySet<string> {
  const chosen = new Set(menuIds)
  return new Set(keys.filter((key) => chosen.has(ids.get(key)!)))
}

export const idsOf = (keys: ReadonlySet<string>, rights: Rights): number[] =>
  rights.keys.filter((key) => keys.has(key)).map((key) => rights.ids.get(key)!)

/** Makes a selection consistent: a new key also selects its page, and a removed page also removes its actions. */
export function withPages(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  { parents }: Rights,
  locked: ReadonlySet<string>,
): ReadonlySet<string> {
  const next = new Set(after)
  for (const [key, parent] of parents) {
    if (after.has(key) && !before.has(key) && !locked.has(parent)) next.add(parent)
    else if (before.has(parent) && !after.has(parent) && !locked.has(key)) next.delete(key)
  }
  return next
}

export interface Difference {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** The differences between two selections, by name in the order of the tree. */
export function difference(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  { keys, names }: Rights,
): Difference {
  const named = (chosen: readonly string[]) => chosen.map((key) => names.get(key) ?? key)
  return {
    added: named(keys.filter((key) => after.has(key) && !before.has(key))),
    removed: named(keys.filter((key) => before.has(key) && !after.has(key))),
  }
}

/** Applies the user's own changes to the version that another user has saved meanwhile. */
export function mergeChanges(
  base: ReadonlySet<string>,
  mine: ReadonlySet<string>,
  theirs: ReadonlySet<string>,
): ReadonlySet<string> {
  const next = new Set(theirs)
  for (const key of mine) if (!base.has(key)) next.add(key)
  for (const key of base) if (!mine.has(key)) next.delete(key)
  return next
}
