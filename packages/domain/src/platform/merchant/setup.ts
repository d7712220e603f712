/** Progress of a merchant's setup: the number of completed items of each kind. */
export type SetupCounts = Readonly<Record<SetupStep['key'] | 'fleet', number>>

export interface SetupStep {
  readonly key: 'store' | 'model' | 'vehicle' | 'price' | 'deposit' | 'pay' | 'account'
  readonly label: string
  /** What counts as completed. */
  readonly note: string
  /** The number from which the step is completed; the owner is the first account. */
  readonly enough: number
}

/** Steps before a new merchant can sell, in this order. */
export const setupSteps: readonly SetupStep[] = [
  { key: 'store', label: '门店', note: '地址、位置与营业时间', enough: 1 },
  { key: 'model', label: '车型', note: '从车型库复制或新建', enough: 1 },
  { key: 'vehicle', label: '车辆', note: '从表格导入，上架后可租', enough: 1 },
  { key: 'price', label: '价格', note: '为门店的车型定价', enough: 1 },
  { key: 'deposit', label: '押金', note: '每个车型收多少，可按类别一键采用', enough: 1 },
  { key: 'pay', label: '收款', note: '确认收款方式', enough: 1 },
  { key: 'account', label: '员工', note: '添加同事并分配权限', enough: 2 },
]

export const isStepDone = ({ key, enough }: SetupStep, counts: SetupCounts): boolean => counts[key] >= enough
