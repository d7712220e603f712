import type { PermissionKey } from '../permission.ts'

/** How far a merchant is in setting itself up: how many of each it has that count. */
export type SetupCounts = Readonly<Record<SetupStep['key'] | 'fleet', number>>

interface SetupStep {
  readonly key: 'store' | 'model' | 'vehicle' | 'price' | 'pay' | 'account'
  readonly label: string
  /** What counts as done. */
  readonly note: string
  /** The screen that does it. */
  readonly path: `/${string}`
  /** The screen where that begins while there is none yet; its id is that of a new one. */
  readonly first?: { readonly path: `/${string}`; readonly without: keyof SetupCounts }
  readonly keys: readonly [PermissionKey, ...PermissionKey[]]
  /** From how many on it is done; the owner is the first account. */
  readonly enough: number
}

/** What a new merchant does before it can sell, in this order. */
export const setupSteps: readonly SetupStep[] = [
  { key: 'store', label: '门店', note: '地址、位置与营业时间', path: '/store', keys: ['store'], enough: 1 },
  {
    key: 'model',
    label: '车型',
    note: '从车型库复制或新建',
    path: '/model',
    first: { path: '/model/edit/:id', without: 'model' },
    keys: ['model'],
    enough: 1,
  },
  {
    key: 'vehicle',
    label: '车辆',
    note: '录入或导入，上架后可租',
    path: '/inventory',
    first: { path: '/inventory/import', without: 'fleet' },
    keys: ['inventory'],
    enough: 1,
  },
  { key: 'price', label: '价格', note: '为门店的车型定价', path: '/price', keys: ['price'], enough: 1 },
  {
    key: 'pay',
    label: '收款',
    note: '确认收款方式',
    path: '/settings',
    keys: ['merchant.setting', 'merchant.pay'],
    enough: 1,
  },
  { key: 'account', label: '员工', note: '添加同事并分配权限', path: '/account', keys: ['account'], enough: 2 },
]

/** The screen where a step begins: what there is none of is made at once. */
export const stepPath = ({ path, first }: Pick<SetupStep, 'path' | 'first'>, counts: SetupCounts): `/${string}` =>
  first !== undefined && counts[first.without] === 0 ? first.path : path

export const isStepDone = (step: Pick<SetupStep, 'key' | 'enough'>, counts: SetupCounts): boolean =>
  counts[step.key] >= step.enough
